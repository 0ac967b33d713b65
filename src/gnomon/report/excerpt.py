"""Source excerpts with underlined, labelled places, in the manner of rustc.

Several labels of one line hang below it; a place of several lines gets a lane at the left:

    12 |   h = layer(
       |  _____^
    13 | |     x,
    14 | | )
       | |_^ x is (B, 784)
"""

from collections.abc import Iterator, Sequence

from gnomon.report.marks import Mark, Row
from gnomon.report.style import Style
from gnomon.report.width import DisplayLine

LIMIT = 140  # cells of source shown of one line
INNER_LINES = 4  # lines shown of a place of many lines, besides its last


class Excerpt:
    """The part of one file that shows these marks."""

    def __init__(self, lines: Sequence[str], marks: Sequence[Mark], style: Style, limit: int = LIMIT) -> None:
        self._lines = lines
        self._style = style
        self._limit = limit
        known = [mark for mark in marks if 0 < mark.line <= mark.end_line <= len(lines)]
        self._single = [mark for mark in known if not mark.spreads]
        self._spread = sorted((mark for mark in known if mark.spreads), key=lambda mark: mark.line)
        self._lanes = _lanes(self._spread)
        count = 1 + max(self._lanes, default=-1)
        self._margin = count + 1 if count else 0
        self._shifts: dict[int, tuple[DisplayLine, str, int]] = {}
        self.lost = [mark for mark in marks if mark not in known]

    def numbers(self) -> list[int]:
        """The line numbers shown, in order."""
        shown = {mark.line for mark in self._single}
        for mark in self._spread:
            inner = range(mark.line, mark.end_line)
            shown.update(inner if len(inner) <= INNER_LINES + 1 else inner[:INNER_LINES])
            shown.add(mark.end_line)
        return sorted(shown)

    def rows(self, gutter: int) -> Iterator[str]:
        """The excerpt's rows; `gutter` is the width of the line numbers."""
        paint = self._style.paint
        bar = paint(" " * gutter + " |", "frame")
        previous = 0
        for number in self.numbers():
            if (
                previous
                and number > previous + 1
                and any(m.line < number <= m.end_line for m in self._spread)
            ):
                yield paint("..." + " " * (gutter - 1), "frame") + self._lane_row(number).render(self._style)
            previous = number
            yield self._source_row(number, gutter)
            for row in self._below(number):
                yield (bar + " " + row.render(self._style)).rstrip()

    def _source_row(self, number: int, gutter: int) -> str:
        _, text, _ = self._shown(number)
        lanes = self._lane_row(number)
        for mark, lane in zip(self._spread, self._lanes, strict=True):
            if mark.line == number and self._opens_plainly(mark):
                lanes.put(lane, "/", mark.role)
        head = self._style.paint(f"{number:>{gutter}} |", "frame")
        return f"{head} {lanes.render(self._style, self._margin)}{text}".rstrip()

    def _lane_row(self, number: int) -> Row:
        """A row with the lanes that pass by this line, coming from a line above."""
        row = Row()
        for mark, lane in zip(self._spread, self._lanes, strict=True):
            if mark.line < number <= mark.end_line:
                row.put(lane, "|", mark.role)
        return row

    def _below(self, number: int) -> Iterator[Row]:
        """The rows under a source line: lanes that open, underlines with their texts, lanes that close."""
        open_lanes = self._lane_row(number)
        for mark, lane in zip(self._spread, self._lanes, strict=True):
            if mark.line == number:
                if not self._opens_plainly(mark):
                    row = Row()
                    row.overlay(open_lanes)
                    cell, _ = self._cells(mark)
                    row.put(lane + 1, "_" * (self._margin + cell - lane - 1), mark.role)
                    row.put(self._margin + cell, "^" if mark.primary else "-", mark.role)
                    yield row
                open_lanes.put(lane, "|", mark.role)
        for row in self._underlines([mark for mark in self._single if mark.line == number]):
            row.overlay(open_lanes)
            yield row
        for mark, lane in zip(self._spread, self._lanes, strict=True):
            if mark.end_line == number:
                row = Row()
                row.overlay(open_lanes)
                cell = max(self._cell(number, mark.end_column) - 1, 0)
                row.put(lane + 1, "_" * (self._margin + cell - lane - 1), mark.role)
                row.put(self._margin + cell, ("^" if mark.primary else "-") + _spaced(mark.text), mark.role)
                yield row
                open_lanes.put(lane, " ", None)

    def _underlines(self, marks: list[Mark]) -> Iterator[Row]:
        """The underlines of one line; the rightmost text stands beside its own, the others hang below."""
        if not marks:
            return
        placed = sorted(((*self._cells(mark), mark) for mark in marks), key=lambda item: (item[0], item[1]))
        line = Row()
        for start, end, mark in sorted(placed, key=lambda item: (item[0] - item[1], item[2].primary)):
            sign = "^" if mark.primary else "-"
            line.put(self._margin + start, sign * (end - start), mark.role)
        last_start, last_end, last = placed[-1]
        beside = all(end <= last_start for _, end, _ in placed[:-1])
        if beside:
            line.put(self._margin + last_end, _spaced(last.text), last.role)
        yield line
        hanging = [(start, mark) for start, _, mark in (placed[:-1] if beside else placed) if mark.text]
        if hanging:
            yield self._connectors(hanging)
        while hanging:
            start, mark = hanging.pop()
            row = self._connectors([item for item in hanging if item[0] < start])
            row.put(self._margin + start, mark.text, mark.role)
            yield row

    def _connectors(self, hanging: list[tuple[int, Mark]]) -> Row:
        row = Row()
        for start, mark in hanging:
            row.put(self._margin + start, "|", mark.role)
        return row

    def _opens_plainly(self, mark: Mark) -> bool:
        """Whether the lane can begin beside the line itself: the place starts the line."""
        line = DisplayLine(self._lines[mark.line - 1])
        return line.cell(mark.column) <= line.indent

    def _shown(self, number: int) -> tuple[DisplayLine, str, int]:
        """A source line, its text as shown, and how far that moved left."""
        known = self._shifts.get(number)
        if known is None:
            line = DisplayLine(self._lines[number - 1])
            cells = [line.cell(m.column) for m in self._single + self._spread if m.line == number]
            cells += [line.cell(m.end_column) for m in self._single + self._spread if m.end_line == number]
            text, shift = line.cropped(min(cells, default=0), max(cells, default=0), self._limit)
            known = self._shifts[number] = (line, text, shift)
        return known

    def _cell(self, number: int, column: int) -> int:
        line, _, shift = self._shown(number)
        return min(max(line.cell(column) - shift, 0), self._limit)

    def _cells(self, mark: Mark) -> tuple[int, int]:
        start = self._cell(mark.line, mark.column)
        end = self._cell(mark.line, mark.end_column) if not mark.spreads else start + 1
        return start, max(end, start + 1)


def _spaced(text: str) -> str:
    return " " + text if text else ""


def _lanes(marks: Sequence[Mark]) -> list[int]:
    """A lane for each place of several lines, so that places that share a line have different lanes."""
    ends: list[int] = []
    lanes: list[int] = []
    for mark in marks:
        lane = next((index for index, end in enumerate(ends) if end < mark.line), len(ends))
        ends[lane:] = [mark.end_line, *ends[lane + 1 :]]
        lanes.append(lane)
    return lanes
