"""Figures: the median of several runs with the lowest and the highest, and a table of them."""

from collections.abc import Iterable, Sequence
from statistics import median


def figure(runs: Sequence[float], unit: str = "", digits: int = 2) -> str:
    """`1.21 (1.15–1.30) ×`"""
    low, middle, high = (f"{value:,.{digits}f}" for value in (min(runs), median(runs), max(runs)))
    return f"{middle} ({low}–{high}) {unit}".rstrip()


def ratios(ones: Sequence[float], others: Sequence[float]) -> list[float]:
    """Run by run, so that what else the machine did at the time hits both alike."""
    return [one / other for one, other in zip(ones, others, strict=True)]


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def show(title: str, rows: Sequence[tuple[str, ...]]) -> None:
    """A table whose columns are as wide as their widest cell; the first row is its head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}\n")
    for number, row in enumerate(rows):
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            print("  " + "  ".join("─" * width for width in widths))
    print(flush=True)
