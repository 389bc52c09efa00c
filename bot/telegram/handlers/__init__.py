"""What Telegram tells, turned into use cases: `commands` typed, `presses` of buttons, and `places` that change."""
