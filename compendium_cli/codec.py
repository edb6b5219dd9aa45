"""A whoosh codec for impacts: a segment is one file, the postings of a term are two arrays in it.

whoosh leaves to a codec how a segment is written and read. Its own keeps postings in pickled blocks of 128; this one
keeps documents and impacts as plain numbers. Nothing in the file can run code, the same postings give the same bytes,
and the postings of a term are read without a loop. ``python benchmarks/codec.py`` compares the two.

A file is a header in JSON, and then for each field: the ends of its terms, the ends of their postings, the terms
themselves in the order of their bytes, the documents, the impacts. Numbers have the lowest byte first.
"""

from __future__ import annotations

import json
import mmap
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from whoosh.codec.base import Codec, PerDocumentReader, Segment, TermsReader
from whoosh.matching import ListMatcher
from whoosh.reading import TermNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MAGIC = b"impacts1"
_FILE = ".impacts"
#: Codes of the array module: 32 bits for places, 8 for impacts; documents have 16 where these are enough.
_PLACES, _IMPACTS, _FEW_DOCUMENTS, _MANY_DOCUMENTS = "I", "B", "H", "I"
#: An impact is kept in a byte: nothing speaks for a statement more than that.
_MOST_OF_FEW, _MOST_IMPACT = 1 << 16, 255

#: Terms, each with documents and impacts by turns.
Postings = Iterable[tuple[str, "array[int]"]]


class ImpactSegment(Segment):  # type: ignore[misc]
    """A segment that is written once; documents are numbers and nothing else."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.segid = "1"

    @property
    def file_name(self) -> str:
        """The name of its one file."""
        return str(self.make_filename(_FILE))

    def codec(self) -> ImpactCodec:
        """Return what reads it."""
        return ImpactCodec()


class ImpactCodec(Codec):  # type: ignore[misc]
    """Reads what ``write_impacts`` has written."""

    length_stats = False

    def terms_reader(self, storage: Any, segment: ImpactSegment) -> ImpactTermsReader:
        """Return the reader of terms and postings."""
        return ImpactTermsReader(_Contents.read(storage, segment))

    def per_document_reader(self, storage: Any, segment: ImpactSegment) -> _Documents:
        """Return the reader of documents, of which there is only the number."""
        return _Documents(_Contents.read(storage, segment).header["documents"])


class ImpactMatcher(ListMatcher):  # type: ignore[misc]
    """The postings of a term, one by one for whoosh's own searcher, or as two arrays."""

    def __init__(self, documents: array[int], impacts: array[int], term: tuple[str, bytes]) -> None:
        super().__init__(documents, impacts, term=term)
        self.documents = documents
        self.impacts = impacts


class _Field(NamedTuple):
    """The terms of a field, and where their postings are."""

    ends: array[int]
    postings: array[int]
    terms: bytes
    documents: int
    """Where the documents begin in the file."""
    impacts: int

    def term(self, place: int) -> bytes:
        return self.terms[self.ends[place - 1] if place else 0 : self.ends[place]]

    def place(self, term: bytes) -> int | None:
        """Return which of the terms a term is."""
        found = bisect_left(range(len(self.ends)), term, key=self.term)
        return found if found < len(self.ends) and self.term(found) == term else None


class _Contents(NamedTuple):
    """A file, mapped where it is one, and what is said of all of it."""

    data: mmap.mmap | bytes
    header: dict[str, Any]

    @classmethod
    def read(cls, storage: Any, segment: ImpactSegment) -> _Contents:
        """Read the head of a file. What is no such file raises one error or another."""
        with segment.open_file(storage, _FILE) as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if file.is_real else file.read()
        if data[: len(_MAGIC)] != _MAGIC:
            raise ValueError("these are no impacts")
        begin = len(_MAGIC) + 4
        (length,) = _numbers(_PLACES, data[len(_MAGIC) : begin])
        return cls(data, json.loads(data[begin : begin + length]))

    def field(self, name: str) -> _Field:
        """Return the terms of a field."""
        begin, terms, letters, postings = self.header["fields"][name]
        text = begin + 8 * terms
        documents = text + letters
        return _Field(
            _numbers(_PLACES, self.data[begin : begin + 4 * terms]),
            _numbers(_PLACES, self.data[begin + 4 * terms : text]),
            self.data[text:documents],
            documents,
            documents + postings * array(_code_of(self.header["documents"])).itemsize,
        )


class ImpactTermsReader(TermsReader):  # type: ignore[misc]
    """The terms of a segment. Of the postings only those are read that are asked for."""

    def __init__(self, contents: _Contents) -> None:
        self._data = contents.data
        self._fields = {name: contents.field(name) for name in contents.header["fields"]}
        self._code = _code_of(contents.header["documents"])
        self._width = array(self._code).itemsize

    def __contains__(self, term: tuple[str, bytes]) -> bool:
        field = self._fields.get(term[0])
        return field is not None and field.place(term[1]) is not None

    def matcher(self, fieldname: str, text: bytes, format_: Any = None, scorer: Any = None) -> ImpactMatcher:  # noqa: ARG002
        """Return the postings of a term."""
        field = self._fields.get(fieldname)
        place = field.place(text) if field else None
        if field is None or place is None:
            raise TermNotFound(f"{fieldname}: {text!r}")
        begin, end = field.postings[place - 1] if place else 0, field.postings[place]
        documents = self._read(self._code, field.documents + begin * self._width, (end - begin) * self._width)
        impacts = self._read(_IMPACTS, field.impacts + begin, end - begin)
        return ImpactMatcher(documents, impacts, (fieldname, text))

    def _read(self, code: str, begin: int, length: int) -> array[int]:
        return _numbers(code, self._data[begin : begin + length])

    def terms(self) -> Iterator[tuple[str, bytes]]:
        """Yield the terms of all fields, in order."""
        for name, field in self._fields.items():
            for place in range(len(field.ends)):
                yield name, field.term(place)

    def indexed_field_names(self) -> list[str]:
        """Return the names of the fields."""
        return list(self._fields)

    def doc_frequency(self, fieldname: str, text: bytes) -> int:
        """Return how many documents have a term."""
        return len(self.matcher(fieldname, text).documents)

    def close(self) -> None:
        """Let go of the file."""
        if isinstance(self._data, mmap.mmap):
            self._data.close()


class _Documents(PerDocumentReader):  # type: ignore[misc]
    """Documents that have a number and nothing else."""

    def __init__(self, count: int) -> None:
        self._count = count

    def doc_count(self) -> int:
        return self._count

    def doc_count_all(self) -> int:
        return self._count

    def has_deletions(self) -> bool:
        return False

    def is_deleted(self, docnum: int) -> bool:  # noqa: ARG002 - what whoosh calls it
        return False

    def deleted_docs(self) -> tuple[int, ...]:
        return ()

    def close(self) -> None:
        """Do nothing: there is no file."""


def write_impacts(storage: Any, segment: ImpactSegment, documents: int, fields: Iterable[tuple[str, Postings]]) -> None:
    """Write a segment: the terms of each field in the order of their letters, each with documents and impacts."""
    code = _code_of(documents)
    header: dict[str, tuple[int, int, int, int]] = {}
    parts: list[bytes] = []
    size = 0
    for name, terms in fields:
        ends, ends_of_postings, text = array(_PLACES), array(_PLACES), bytearray()
        numbers, impacts = array(code), array(_IMPACTS)
        for term, posted in terms:
            text += term.encode()
            numbers.extend(array(code, posted[0::2]))
            impacts.extend(array(_IMPACTS, [min(impact, _MOST_IMPACT) for impact in posted[1::2]]))
            ends.append(len(text))
            ends_of_postings.append(len(numbers))
        header[name] = (size, len(ends), len(text), len(numbers))
        parts += [_bytes(ends), _bytes(ends_of_postings), bytes(text), _bytes(numbers), _bytes(impacts)]
        size = sum(map(len, parts))
    with segment.create_file(storage, _FILE) as file:
        file.write(_MAGIC + _head(documents, header))
        for part in parts:
            file.write(part)


def _head(documents: int, fields: Mapping[str, tuple[int, int, int, int]]) -> bytes:
    """Return the header with its length; fields begin where it ends, so its length is a round number."""
    length = 512
    moved = {name: (begin + len(_MAGIC) + 4 + length, *rest) for name, (begin, *rest) in fields.items()}
    text = json.dumps({"documents": documents, "fields": moved}).encode()
    return _bytes(array(_PLACES, [length])) + text.ljust(length)


def _code_of(documents: int) -> str:
    """Return the smallest number that holds a document."""
    return _FEW_DOCUMENTS if documents <= _MOST_OF_FEW else _MANY_DOCUMENTS


def _numbers(code: str, read: bytes) -> array[int]:
    found = array(code, read)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _bytes(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()
