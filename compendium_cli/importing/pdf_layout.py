"""What stands on the pages of a PDF -> lines of Markdown: columns in order, headings by size, bold and italic kept."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_HEADING = 1.15
"""A line is a heading where its letters are this much larger than most."""
_LONGEST_HEADING = 1000
"""Lines of large letters that make up more are not put together."""
_PARAGRAPH = 1.3
"""Lines so many times the usual distance apart belong to two paragraphs."""
_WIDEST_LINES = 1.45
"""Lines of one paragraph are hardly further apart, in letter sizes."""
_INDENT = 4.0
"""How far, in points, the items of a list stand inside those around them, at least."""
_SAME_LINE = 0.5
_MARGIN = 0.06
"""The share of a page at top and bottom where running heads stand."""
_ON_MANY = 3


class Run(NamedTuple):
    """Some letters of one line in one font."""

    left: float
    bottom: float
    right: float
    top: float
    text: str
    size: float
    bold: bool
    italic: bool


class PdfLine(NamedTuple):
    """A line of a column."""

    runs: tuple[Run, ...]
    column: tuple[float, float]
    """Left and right edge of its column."""

    @property
    def middle(self) -> float:
        """Its height on the page."""
        return median(_middle(run) for run in self.runs)

    @property
    def offset(self) -> float:
        """How far it stands inside its column."""
        return self.runs[0].left - self.column[0]

    @property
    def size(self) -> float:
        """The size of most of its letters."""
        return max(self.runs, key=lambda run: len(run.text)).size

    @property
    def text(self) -> str:
        """The letters, without any marks."""
        return " ".join(" ".join(run.text for run in self.runs).split())


class Page(NamedTuple):
    """What stands on a page, and its size."""

    runs: tuple[Run, ...]
    width: float
    height: float

    def edge_lines(self) -> list[PdfLine]:
        """Return the lines where running heads and page numbers stand."""
        low, high = _MARGIN * self.height, (1 - _MARGIN) * self.height
        return list(_lines(run for run in self.runs if not low < _middle(run) < high))


def markdown_of(pages: Sequence[Page]) -> str:
    """Return the text of a document, given what stands on its pages."""
    return "\n".join(_markdown([line for page in _without_running_heads(pages) for line in _page_lines(page)]))


def _without_running_heads(pages: Sequence[Page]) -> Iterator[Page]:
    """Drop page numbers, and lines at the edge of a page that stand on several pages."""
    common = Counter(text for page in pages for text in {line.text for line in page.edge_lines()})
    for page in pages:
        dropped = {
            run
            for line in page.edge_lines()
            if common[line.text] >= _ON_MANY or line.text.isdigit()
            for run in line.runs
        }
        yield page._replace(runs=tuple(run for run in page.runs if run not in dropped))


def _page_lines(page: Page) -> list[PdfLine]:
    """Return the lines of a page in reading order: a column from top to bottom, then the next."""
    return [line for column in _columns(page.runs, page.width) for line in _lines(column) if line.text]


def _columns(runs: Sequence[Run], width: float) -> list[list[Run]]:
    """Part a page into its columns where hardly any text crosses the middle."""
    middle = width / 2
    crossing = [run for run in runs if run.left < middle - 5 and run.right > middle + 5]
    left = [run for run in runs if run.right <= middle + 5]
    right = [run for run in runs if run.left >= middle - 5]
    if not left or not right or len(crossing) > len(runs) / 10:
        return [list(runs)]
    # What crosses stands above the columns or below them.
    split = max(run.top for run in (*left, *right))
    above = [run for run in crossing if run.bottom >= split - 1]
    below = [run for run in crossing if run.bottom < split - 1]
    return [column for column in (above, left, right, below) if column]


def _lines(runs: Iterable[Run]) -> Iterator[PdfLine]:
    runs = sorted(runs, key=lambda run: (-round(_middle(run)), run.left))
    # A page number that stands alone is no edge: text begins there more than once.
    starts = Counter(round(run.left) for run in runs)
    edge = (
        min(
            (run.left for run in runs if starts[round(run.left)] > 1),
            default=min((run.left for run in runs), default=0.0),
        ),
        max((run.right for run in runs), default=0.0),
    )
    current: list[Run] = []
    for run in runs:
        if current and abs(_middle(run) - _middle(current[0])) > _SAME_LINE * (current[0].top - current[0].bottom):
            yield PdfLine(tuple(sorted(current, key=lambda run: run.left)), edge)
            current = []
        current.append(run)
    if current:
        yield PdfLine(tuple(sorted(current, key=lambda run: run.left)), edge)


def _middle(run: Run) -> float:
    return (run.top + run.bottom) / 2


def _markdown(everything: Sequence[PdfLine]) -> Iterator[str]:
    if not everything:
        return
    letters: Counter[float] = Counter()
    for line in everything:
        letters[line.size] += len(line.text)
    body = letters.most_common(1)[0][0]
    steps = [one.middle - other.middle for one, other in pairwise(everything)]
    down = sorted(step for step in steps if step > _SAME_LINE * body)
    # The closest lines are those of one paragraph; a page of one-line paragraphs has none.
    usual = min(down[len(down) // 10] if down else body, _WIDEST_LINES * body)
    levels = _levels(line.offset for line in everything if _opens_item(line.text))
    heading = ""
    for before, line, step in zip([None, *everything], everything, [0.0, *steps], strict=False):
        if line.size >= _HEADING * body:
            is_whole = not 0 < step < 2 * line.size and heading.count("(") == heading.count(")")
            if heading and (is_whole or len(heading) > _LONGEST_HEADING):
                yield from ("", f"## {heading}", "")
                heading = ""
            heading = f"{heading} {line.text}".strip()
            continue
        if heading:
            yield from ("", f"## {heading}", "")
            heading = ""
        elif step > _PARAGRAPH * usual or (step < 0 and before and _ends_paragraph(before, line)):
            yield ""
        indent = "  " * levels(line.offset) if _opens_item(line.text) else ""
        yield indent + "".join(_marked(line))
    if heading:
        yield from ("", f"## {heading}")


def _ends_paragraph(before: PdfLine, line: PdfLine) -> bool:
    """Tell whether the last line of a column ends its paragraph, and not only a sentence.

    It does where the next line begins in another style, or with a word that would have had room.
    """
    if before.text[-1:] not in '.!?»”")':
        return False
    first, last = line.runs[0], before.runs[-1]
    word = first.text.split()[0]
    width = (first.right - first.left) * (len(word) + 1) / max(len(first.text), 1)
    return (first.bold, first.italic) != (last.bold, last.italic) or last.right + width < before.column[1] - 1


def _levels(offsets: Iterable[float]) -> Callable[[float], int]:
    """Return what tells how deep an offset is, by the offsets that the document uses."""
    steps: list[float] = []
    for offset in sorted(offsets):
        if not steps or offset > steps[-1] + _INDENT:
            steps.append(offset)
    return lambda offset: max(bisect_right(steps, offset + _INDENT / 2) - 1, 0)


def _opens_item(text: str) -> bool:
    return text[:1] in "•-–►▪◦✦" or text[:1].isdigit()


def _marked(line: PdfLine) -> Iterator[str]:
    """Yield the runs of a line, with marks around what is bold or italic."""
    position = 0
    runs = line.runs
    while position < len(runs):
        style = (runs[position].bold, runs[position].italic)
        end = position
        while end < len(runs) and (runs[end].bold, runs[end].italic) == style:
            end += 1
        text = " ".join(" ".join(run.text for run in runs[position:end]).split())
        mark = {(True, False): "**", (False, True): "*", (True, True): "***"}.get(style, "")
        before = " " if position and runs[position].left - runs[position - 1].right > 0 else ""
        yield f"{before}{mark}{text}{mark}"
        position = end
