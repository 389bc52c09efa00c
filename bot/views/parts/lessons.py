"""What a newcomer learns first, whatever the game."""

from bot.views.language import words

SEAT = words("New here? When it is your turn, buttons appear under the board. Only you can press them.")
