"""How Telegram says no: an HTTP status, a description in Telegram's own words, sometimes parameters."""

from typing import Any


class ApiError(Exception):
    """A refused Bot API call, carrying what the answer's JSON says."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | {"parameters": self.parameters} if self.parameters else body


def bad_request(why: str, **parameters: int) -> ApiError:
    return ApiError(400, f"Bad Request: {why}", **parameters)


def forbidden(why: str) -> ApiError:
    return ApiError(403, f"Forbidden: {why}")


def conflict(why: str) -> ApiError:
    return ApiError(409, f"Conflict: {why}")


def too_many_requests(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
