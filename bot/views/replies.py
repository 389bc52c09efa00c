"""Replies to typed commands: welcome, help, rules, and the questions that a command asks back."""

from collections.abc import Iterator, Mapping, Sequence

from bot.matches.match import Match, Person
from bot.views.games import VIEWS, options_in_force
from bot.views.language import Language, words
from bot.views.names import isolated
from bot.views.screen import Button, Screen, bold, escaped, expandable, paragraphs
from engine import GAMES

TITLE = "Worms & Tombs"  # a name, the same in every language
COMMANDS: Mapping[str, str] = {
    "join": words("take a seat, or open a table"),
    "start": words("begin to play"),
    "leave": words("give your seat back, or leave the game"),
    "play": words("open a table for a game of your choice"),
    "skip": words("go on without somebody who does not play"),
    "board": words("show the board again"),
    "rules": words("the rules, with your house rules"),
    "salt": words("add a word of yours to the dice"),
    "verify": words("check the dice of the last game"),
    "stop": words("end the game for everybody"),
    "hint": words("what the odds say about your turn"),
    "next": words("be called when the next table opens"),
    "stats": words("your games, wins and worms"),
    "top": words("who is best here"),
    "history": words("the last games here"),
    "export": words("the record of the last game, as a file"),
    "settings": words("what this group has chosen"),
    "language": words("in which language I speak"),
    "privacy": words("what I keep about you"),
    "help": words("this list"),
}

PRIVATE_COMMANDS: Mapping[str, str] = {
    "start": words("what I do; at an open table, begin to play"),
    "play": words("practise against the computer"),
    **{command: COMMANDS[command] for command in ("board", "hint", "leave", "rules", "verify", "export", "stats")},
    "mygames": words("where it is your turn"),
    **{command: COMMANDS[command] for command in ("language", "privacy")},
    "forget": words("have yourself forgotten"),
    "help": COMMANDS["help"],
}


def description(language: Language) -> str:
    """What Telegram shows in the empty chat with the bot, at most 512 characters; no HTML."""
    return language.say(
        "Dice games for groups: Heckmeck am Bratwurmeck, Heckmeck Deluxe, Heckmeck Junior and Grave Digger. Add me to a"
        " group, type /join, and play with buttons. I keep the board, rules and every move; the dice can be checked."
    )


def short_description(language: Language) -> str:
    """What Telegram shows in the bot's profile, at most 120 characters; no HTML."""
    return language.say("Four dice games for groups, played with buttons. Add me and type /join.")


def welcome(bot_username: str, language: Language) -> Screen:
    """To somebody alone with the bot."""
    parts = (
        bold(escaped(TITLE)),
        language.say("I run dice games for groups: you roll, I keep the board and the rules."),
        language.say(
            "Add me to a group. There everybody who wants to play types /join, and then somebody types /start."
        ),
        language.say("/play practises against the computer here, and /help names the rest."),
    )
    add = Button(language.say("Add me to a group"), url=f"https://t.me/{bot_username}?startgroup=play")
    return Screen(paragraphs(parts), ((add,),))


def welcome_group(bot_username: str, language: Language) -> Screen:
    """To a group that has no table yet. Among several bots only commands with a name are sure to be heard."""
    join, start, rules = (_command(command, bot_username, language) for command in ("join", "start", "rules"))
    opening = language.say(
        "Type {join} to open a table. Others join too, and then {start} begins. {rules} explains the game.",
        join=join,
        start=start,
        rules=rules,
    )
    greeting = language.say("Hello! I run dice games here: you roll, I keep the board and the rules.")
    return Screen(paragraphs((greeting, opening)))


def _command(command: str, bot_username: str, language: Language) -> str:
    """With the bot's name, where there is one to be said."""
    return language.command(f"/{command}@{escaped(bot_username)}" if bot_username else f"/{command}")


def help_text(bot_username: str, language: Language) -> Screen:
    """The commands, each with the bot's name: in groups with several bots only that form is sure to be heard."""
    return _help(COMMANDS, f"@{escaped(bot_username)}", language)


def help_alone(language: Language) -> Screen:
    """What somebody who is alone with the bot can type."""
    return _help(PRIVATE_COMMANDS, "", language)


def _help(commands: Mapping[str, str], bot_name: str, language: Language) -> Screen:
    lines = (
        language.say("{command}: {use}", command=language.command(f"/{command}{bot_name}"), use=language.say(use))
        for command, use in commands.items()
    )
    moves = language.say("You see the moves as buttons under the board; only the player whose turn it is can use them.")
    return Screen(paragraphs(("\n".join(lines), moves)))


def of_groups(command: str, language: Language) -> Screen:
    """To somebody alone with the bot, who asks for what is only in groups."""
    asked = _command(command, "", language)
    return Screen(language.say("{command} belongs to groups. /help names what there is here.", command=asked))


def elsewhere(wish: str, bot_username: str, language: Language) -> Screen:
    """To somebody in a group who asks for what is said in private."""
    there = Button(language.say("Alone with me"), url=f"https://t.me/{bot_username}?start={wish}")
    return Screen(language.say("Let us talk about that alone."), ((there,),))


def games(bot_username: str, language: Language) -> Screen:
    """What can be played, for a /play or /rules that names none of it. Alone with the bot nobody needs its name."""
    lines = "\n\n".join(_game_lines(bot_username, language))
    return Screen(paragraphs((language.say("These games can be played:"), lines)))


def _game_lines(bot_username: str, language: Language) -> Iterator[str]:
    """Each with commands to tap on."""
    for game_id, game in GAMES.items():
        seats = language.say("{least} to {most} players", least=min(game.SEATS), most=max(game.SEATS))
        title = bold(escaped(language.say(VIEWS[game_id].NAME)))
        play, rules = (_command(f"{verb}_{game_id}", bot_username, language) for verb in ("play", "rules"))
        yield language.say("{game}, {seats}: {play} {rules}", game=title, seats=seats, play=play, rules=rules)


def game_named(named: str) -> str | None:
    """The game somebody means by its id, its name or a part of it; None when that is none, or several."""
    wanted = named.lower().replace("_", " ").split()
    if "_".join(wanted) in GAMES:
        return "_".join(wanted)
    meant = [game_id for game_id in GAMES if wanted and set(wanted) <= _words_of(game_id)]
    return meant[0] if len(meant) == 1 else None


def _words_of(game_id: str) -> set[str]:
    return {*VIEWS[game_id].NAME.lower().split(), *game_id.split("_")}


def rules(game_id: str, chosen: Mapping[str, str], language: Language) -> Screen:
    """The rules in short, the rest folded away, and the house rules in force."""
    view = VIEWS[game_id]
    short, rest = ("\n".join(_rule_lines(texts, language)) for texts in (view.RULES, view.MORE_RULES))
    house = "\n".join(_option_lines(game_id, chosen, language))
    parts = (
        bold(escaped(language.say(view.NAME))),
        short,
        expandable(rest),
        bold(language.say("House rules")) + "\n" + house,
    )
    return Screen(paragraphs(parts))


def _rule_lines(texts: Sequence[str], language: Language) -> Iterator[str]:
    return (language.say("• {rule}", rule=language.say(text)) for text in texts)


def _option_lines(game_id: str, chosen: Mapping[str, str], language: Language) -> Iterator[str]:
    """Every house rule as it is played; what differs from the game's own rules is marked."""
    view, own = VIEWS[game_id], options_in_force(game_id, {})
    for option, value in options_in_force(game_id, chosen).items():
        rule = language.say(view.OPTION_RULES[option][value])
        yield (
            language.say("• {rule}", rule=rule)
            if value == own[option]
            else language.say("★ {rule} (changed here)", rule=rule)
        )


def stop_question(match: Match, language: Language) -> Screen:
    """Asked before a game ends for everybody."""
    if match.status == "lobby":
        asked = language.say("Close this table for everybody?")
    else:
        asked = language.say("Stop this game for everybody? Nobody wins it then.")
    yes, no = Button(language.say("Yes, stop"), "stop yes"), Button(language.say("No, go on"), "stop no")
    return Screen(asked, ((yes, no),))


def leave_question(person: Person, seat: int, language: Language) -> Screen:
    """Asked before somebody leaves a running game."""
    asked = language.say("Leave this game for good? What you have stays on the table, and you rank behind who stays.")
    yes, no = f"leave yes {seat}", f"leave no {seat}"
    return Screen(
        reply(person, asked), ((Button(language.say("Yes, leave"), yes), Button(language.say("No, stay"), no)),)
    )


def reply(person: Person, said: str) -> str:
    """A toast's words as a line of HTML in the chat, for who typed a command."""
    name = escaped(isolated(person.name))
    return f"{name}: {escaped(said)}" if name else escaped(said)


def waits(person: Person, language: Language) -> Screen:
    """To who wants to know of the next table."""
    return Screen(reply(person, language.say("I call you once, when the next table opens here.")))


def anonymous(language: Language) -> str:
    """For who writes as a group or a channel."""
    return language.say(
        "You write as the group or as a channel, so I cannot see who you are. To play, write as yourself:"
        " a group's admin switches “Remain anonymous” off."
    )
