"""How large a picture is, read from its first bytes."""

import struct

from bot.local_telegram.refusals import bad_request

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
JPEG_SIZES = {0xC0, 0xC1, 0xC2, 0xC3}
SIDES_TOGETHER = 10_000


def size(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG or JPEG; Telegram wants them to add up to at most 10,000."""
    if picture.startswith(PNG) and len(picture) >= 24:
        width, height = struct.unpack(">II", picture[16:24])
    elif picture.startswith(JPEG):
        width, height = _jpeg_size(picture)
    else:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if width + height > SIDES_TOGETHER or not 1 <= max(width, height) <= 20 * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height


def _jpeg_size(picture: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(picture):
        marker, length = picture[at + 1], int.from_bytes(picture[at + 2 : at + 4], "big")
        if marker in JPEG_SIZES:
            height, width = struct.unpack(">HH", picture[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise bad_request("IMAGE_PROCESS_FAILED")
