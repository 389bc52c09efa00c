"""Forty groups at once, two bots, one database and a Telegram in every mood; afterwards every promise is looked at.

Chance chooses deeds (`crowd`, `weather`), the stage does them, the trace keeps them in their order, so that a run that
failed can be done again; the verdict says what was broken.
"""
