"""Everything at once: forty groups, two bots, a Postgres and a Telegram, and whatever can go wrong. `make chaos`.

`crowd` are the people, `weather` is what befalls them, `verdict` says afterwards whether all promises were kept.
"""
