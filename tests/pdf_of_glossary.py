"""A PDF of some entries, set as publishers set their rules references: two columns, running heads, page numbers."""

from __future__ import annotations

from fpdf import FPDF

SIZE, TITLE_SIZE = 9.5, 13


class Booklet(FPDF):
    """A4 with a running head and page numbers."""

    def header(self):
        self.set_font("helvetica", "", 8)
        self.cell(0, 5, "COMPENDIO DELLE REGOLE", align="C")
        self.ln(8)

    def footer(self):
        self.set_y(-12)
        self.set_font("helvetica", "", 8)
        self.cell(0, 5, str(self.page_no()), align="C")


def write_pdf(entries, path, label, *, compressed=True):
    pdf = Booklet(format="A4")
    pdf.set_compression(compressed)
    pdf.set_auto_page_break(True, 18)
    pdf.add_page()
    titles = {entry.concept: entry.title for entry in entries}
    with pdf.text_columns(ncols=2, gutter=8, text_align="L", line_height=1.2) as columns:

        def paragraph(*parts, size=SIZE, indent=0.0, top=0.0, bottom=2.0):
            with columns.paragraph(indent=indent, top_margin=top, bottom_margin=bottom) as opened:
                for style, text in parts:
                    pdf.set_font("helvetica", style, size)
                    opened.write(text)

        for entry in entries:
            paragraph(("B", entry.title.upper()), size=TITLE_SIZE, top=2.0)
            for statement in entry.statements:
                lead = {"": "", "-": "- "}.get(statement.marker, f"{statement.marker} ")
                paragraph(("", lead + statement.text), indent=5.0 * max(statement.depth - 1, 0))
            if entry.see_also:
                cited = ", ".join(titles[concept] for concept in entry.see_also)
                paragraph(("B", f"{label}: "), ("", cited), bottom=4.0)
    pdf.output(str(path))
