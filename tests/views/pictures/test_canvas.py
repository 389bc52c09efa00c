"""Pieces of pictures: in the shared inks, and cut out where they lie on something."""

from bot.views.pictures.canvas import BONE, GROUND, RED, SHADES, Pen, cut_out, piece


def paint(pen: Pen) -> None:
    pen.disc(20, 20, 10, RED, outline=2)


def test_a_piece_has_the_inks_it_was_painted_with() -> None:
    shown = piece(40, 40, GROUND, paint)
    assert (SHADES.index(GROUND), SHADES.index(RED)) == (shown.getpixel((1, 1)), shown.getpixel((20, 20)))


def test_what_is_cut_out_leaves_what_it_is_laid_on() -> None:
    below = piece(40, 40, BONE, lambda pen: None)
    cut_out(40, 40, GROUND, paint).lay(below, (0, 0))
    assert (SHADES.index(BONE), SHADES.index(RED)) == (below.getpixel((1, 1)), below.getpixel((20, 20)))
