"""A PDF -> Markdown: what stands on its pages, and where. The door to pypdfium2, which runs in a process of its own."""

from __future__ import annotations

import importlib.util
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.importing.apart import Reading, UnreadableError, read_apart
from compendium_cli.importing.pdf_layout import Page, Run, markdown_of
from compendium_cli.settings import how_to_install

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_PAGES = 2000
_MOST_CHARACTERS = 4_000_000
_MOST_LOOKS = 3_000_000_000
"""To find the text of a run, the library looks at every character of its page."""
_TOLD = 5
"""How many pages that cannot be read are told one by one."""
_BOLD = 600
_ROOM = 1024


def pdf_text(raw: bytes, path: str) -> Reading:
    """Return the text of a PDF, as Markdown."""
    if importlib.util.find_spec("pypdfium2") is None:
        raise UsageError(f"{path} is a PDF, which takes one more library: {how_to_install('pdf')}")
    return read_apart(__name__, raw, path, "PDF")


# -- in the other process --------------------------------------------------------------------------------------------


def read(raw: bytes) -> Reading:
    """Read a PDF; pages that cannot be read are left out and told."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
        number_of_pages = len(document)
    except pypdfium2.PdfiumError as error:
        raise UnreadableError(f"cannot be read as a PDF: {_why(error)}") from None
    if number_of_pages > _MOST_PAGES:
        raise UnreadableError(f"has {number_of_pages} pages: a rules document has fewer than {_MOST_PAGES}")
    found = _Pages(document)
    found.read_all(number_of_pages)
    if not any(page.runs for page in found.pages):
        if found.problems:
            raise UnreadableError(f"cannot be read as a PDF: {found.problems[0]}")
        raise UnreadableError("holds no text, only pictures: make one with a program that reads pictures (OCR)")
    return Reading(markdown_of(found.pages), tuple(found.problems))


def _why(error: Exception) -> str:
    """Return what the library says, without a full stop; of some damage it says that all is well."""
    return str(error).lower().rstrip(".").replace("pdfium: success", "it is damaged")


class _Seen(NamedTuple):
    """What two pages have in common that show the same."""

    text: str
    rectangles: tuple[tuple[float, float, float, float], ...]
    width: float
    height: float


class _Pages:
    """Reads the pages of a document one by one, as far as there is room."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._known: dict[_Seen, tuple[Run, ...]] = {}
        self._characters = 0
        self._looks = 0
        self.pages: list[Page] = []
        self.problems: list[str] = []

    def read_all(self, number_of_pages: int) -> None:
        """Read all pages, or as many as there is room for."""
        unreadable = []
        for number in range(number_of_pages):
            if self._characters > _MOST_CHARACTERS or self._looks > _MOST_LOOKS:
                self.problems.append(f"pages from {number + 1} on are left out: the PDF holds too much text")
                break
            try:
                self.pages.append(self._page(number))
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001 - on what is damaged the library fails in any way
                unreadable.append(f"page {number + 1} cannot be read: {_why(error) or type(error).__name__}")
        self.problems += unreadable[:_TOLD]
        if len(unreadable) > _TOLD:
            self.problems.append(f"{len(unreadable) - _TOLD} more pages cannot be read")

    def _page(self, number: int) -> Page:
        page = self._document[number]
        try:
            text = page.get_textpage()
            width, height = page.get_width(), page.get_height()
            rectangles = tuple(text.get_rect(place) for place in range(text.count_rects()))
            characters = text.count_chars()
            seen = _Seen(text.get_text_range() if characters else "", rectangles, width, height)
            self._characters += characters
            if seen not in self._known:
                self._looks += characters * len(rectangles)
                self._known[seen] = tuple(_runs(text, rectangles))
            text.close()
        finally:
            page.close()
        return Page(self._known[seen], width, height)


def _runs(text: Any, rectangles: tuple[tuple[float, float, float, float], ...]) -> Iterator[Run]:
    import pypdfium2.raw as pdfium

    for left, bottom, right, top in rectangles:
        if not all(map(math.isfinite, (left, bottom, right, top))):
            continue
        content = _text_within(pdfium, text, (left, bottom, right, top))
        content = content.replace("\r", "").replace("\n", " ").replace("\ufffe", "-")
        if content.strip():
            place = text.get_index((left + min(right, left + top - bottom)) / 2, (bottom + top) / 2, 4, 4)
            weight = pdfium.FPDFText_GetFontWeight(text, place) if place is not None else 400
            size = pdfium.FPDFText_GetFontSize(text, place) if place is not None else top - bottom
            name = _font_name(pdfium, text, place) if place is not None else ""
            is_bold = weight >= _BOLD or "bold" in name
            yield Run(left, bottom, right, top, content, round(size, 1), is_bold, "italic" in name or "oblique" in name)


def _text_within(pdfium: Any, text: Any, rectangle: tuple[float, float, float, float]) -> str:
    """Return what stands inside a rectangle: what the library's own door does, in one look instead of two."""
    import ctypes

    left, bottom, right, top = rectangle
    buffer = (ctypes.c_ushort * _ROOM)()
    length = pdfium.FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, _ROOM)
    if length >= _ROOM:
        return str(text.get_text_bounded(left, bottom, right, top))
    return bytes(buffer)[: 2 * length].decode("utf-16-le", "ignore").rstrip("\x00")


def _font_name(pdfium: Any, text: Any, place: int) -> str:
    import ctypes

    flags = ctypes.c_int()
    buffer = ctypes.create_string_buffer(200)
    length = pdfium.FPDFText_GetFontInfo(text, place, buffer, 200, flags)
    return buffer.raw[: max(length - 1, 0)].decode("utf-8", "replace").lower()
