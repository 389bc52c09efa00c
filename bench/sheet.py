"""python -m bench.sheet FILE: every kept position as a picture, all on one sheet to look at."""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bench.pictures import picture_of
from bench.positions import positions
from bot.views.language import Language, language_of
from bot.views.pictures.drawn import drawn
from bot.views.pictures.lettering import font

WIDTH, GAP, COLUMNS = 390, 24, 6  # as wide as a phone shows them
LABEL = 30
PAPER, INK = (236, 238, 240), (40, 44, 52)
IN_PERSIAN = ("deluxe_thrown", "junior_thrown", "heckmeck_ends")


def main() -> None:
    columns = [list(sheets) for sheets in _in_columns(list(_pictures()))]
    height = max(sum(shown.height + LABEL + GAP for _, shown in column) for column in columns) + GAP
    sheet = Image.new("RGB", (COLUMNS * (WIDTH + GAP) + GAP, height), PAPER)
    pen = ImageDraw.Draw(sheet)
    for number, column in enumerate(columns):
        left, top = GAP + number * (WIDTH + GAP), GAP
        for name, shown in column:
            pen.text((left, top), name, INK, font(20))
            sheet.paste(shown, (left, top + LABEL))
            top += shown.height + LABEL + GAP
    sheet.quantize(256, dither=Image.Dither.NONE).save(sys.argv[1], optimize=True)
    print(f"{sys.argv[1]}: {Path(sys.argv[1]).stat().st_size // 1024} KB")


def _pictures() -> Iterator[tuple[str, Image.Image]]:
    english, persian = language_of("en"), language_of("fa")
    kept = positions()
    yield from ((name.replace("_", " "), _shown(name, english)) for name in kept)
    yield from ((f"{name.replace('_', ' ')}, in Persian", _shown(name, persian)) for name in IN_PERSIAN)


def _shown(name: str, language: Language) -> Image.Image:
    image = Image.open(BytesIO(drawn(picture_of(positions()[name], language)))).convert("RGB")
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def _in_columns(pictures: list[tuple[str, Image.Image]]) -> list[list[tuple[str, Image.Image]]]:
    """In order, each to the shortest column so far."""
    columns: list[list[tuple[str, Image.Image]]] = [[] for _ in range(COLUMNS)]
    for picture in pictures:
        min(columns, key=lambda column: sum(shown.height + LABEL + GAP for _, shown in column)).append(picture)
    return columns


if __name__ == "__main__":
    main()
