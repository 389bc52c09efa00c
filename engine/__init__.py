"""The rules of the games, and nothing else: no clock, no chance of its own, no network, no text for people.

>>> from engine import GAMES, play
>>> from engine.dice import Scripted
>>> game = GAMES["heckmeck"]
>>> state = game.new(2, game.Options(), Scripted())
>>> step = play(game, state, 0, game.read_command("roll"), Scripted([1, 1, 2, 3, 4, 6, 6, 5]))
>>> [game.write_command(command) for command in game.legal(step.state)]
['keep 1', 'keep 2', 'keep 3', 'keep 4', 'keep 5', 'keep W']
"""

from collections.abc import Mapping

from engine.codec import dump, load
from engine.game import Game
from engine.games import deluxe, grave_digger, heckmeck, junior
from engine.play import Step, play, replay
from engine.refusal import Refused

GAMES: Mapping[str, Game] = {game.ID: game for game in (heckmeck, deluxe, junior, grave_digger)}

__all__ = ["GAMES", "Game", "Refused", "Step", "dump", "load", "play", "replay"]
