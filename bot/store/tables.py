"""The tables, as SQLAlchemy describes them; `migrations/` makes them.

Telegram's ids are BIGINT, instants are timestamptz, and what the engine saves is JSONB with the number of its shape.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSON, JSONB

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

chats = Table(
    "chats",
    metadata,
    Column("key", BigInteger, Identity(), primary_key=True),  # our own: Telegram's id changes when a group grows
    Column("telegram_id", BigInteger, nullable=False, unique=True),
    Column("kind", Text, nullable=False),  # private, group, supergroup
    Column("title", Text, nullable=False, server_default=""),  # as last seen
    Column("language", Text, nullable=False, server_default=""),  # '': nobody has opened a table yet
    Column("pace", Text, nullable=False, server_default="normal"),  # how long a turn may take
    Column("settings", JSONB, nullable=False, server_default="{}"),  # what differs from the usual, without the pace
)

former_addresses = Table(
    "former_addresses",
    metadata,
    Column("telegram_id", BigInteger, primary_key=True, autoincrement=False),  # of a group that became a supergroup
    Column("chat", ForeignKey(chats.c.key), nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Telegram's
    Column("name", Text, nullable=False),  # as last seen
    Column("language", Text, nullable=False, server_default=""),  # as Telegram says
    Column("chosen_language", Text, nullable=False, server_default=""),  # '': as Telegram says
    Column("is_called", Boolean, nullable=False, server_default=text("false")),  # to their turns, in private
    Column("is_counted", Boolean, nullable=False, server_default=text("true")),  # in the statistics
)

matches = Table(
    "matches",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("chat", ForeignKey(chats.c.key), nullable=False),
    Column("topic", BigInteger, nullable=False),  # 0: none, or General
    Column("game", Text, nullable=False),
    Column("options", JSONB, nullable=False),
    Column("host", ForeignKey(people.c.id), nullable=False),
    Column("status", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("question", Text, nullable=False, server_default=""),  # on the board now; '' is none
    Column("opening", JSONB(none_as_null=True)),  # the state at the start, with its schema
    Column("state", JSONB(none_as_null=True)),  # the state now, with its schema
    Column("seed", LargeBinary, nullable=False),  # secret until the match is over
    Column("lot", Integer, nullable=False),
    Column("salts", JSONB, nullable=False),
    Column("drawn", Integer, nullable=False),  # draws made from the seed so far
    Column("thrown", DateTime(timezone=True)),  # when the lot was thrown: never a second time
    Column("suspended", Text, nullable=False, server_default=""),  # why it sleeps: removed, topic, offered
    Column("awaited", DateTime(timezone=True)),  # the clock runs since then: the newest board was shown
    Column("warned", DateTime(timezone=True)),  # whoever is to act has been told that time runs out
    Column("deadline", DateTime(timezone=True)),  # when it does; None: no clock runs
    Column("opened", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("ended", DateTime(timezone=True)),
    Index(
        *("uq_matches_open", "chat", "topic"),
        unique=True,
        postgresql_where=text("status IN ('lobby', 'sealed', 'running')"),
    ),
    Index("ix_matches_ended", "ended"),
    Index("ix_matches_deadline", "deadline", postgresql_where=text("deadline IS NOT NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey(people.c.id)),
    Column("computer", Text),  # its level: nobody sits here
    UniqueConstraint("match", "person"),
    CheckConstraint("(person IS NULL) <> (computer IS NULL)", name="ck_seats_player"),
)

moves = Table(
    "moves",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("command", Text, nullable=False),  # the notation's text form
    Column("events", JSONB, nullable=False),  # with their schema
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index("ix_moves_match_turn", "match", "turn"),
)

posts = Table(
    "posts",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("message", BigInteger),  # None: to be sent (again)
    Column("revision", Integer, nullable=False),  # the one drawn in it
    Column("question", Text, nullable=False, server_default=""),  # the one drawn in it
    Column("is_past", Boolean, nullable=False, server_default=text("false")),  # shows its turn's story, no buttons
    Column("kind", Text, nullable=False, server_default="text"),  # text, photo
    Column("shown", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

updates = Table(
    "updates",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Telegram's; compared for equality only
    Column("place_in_line", BigInteger, Identity(), nullable=False),  # the order they came in
    Column("chat", BigInteger, nullable=False),  # Telegram's id; what is handled in order
    Column("body", JSON, nullable=False),  # as it came: a forged press may carry a NUL, which JSONB refuses
    Column("received", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("done", DateTime(timezone=True)),
    Column("parked", Text),  # the bug that it met; it is not tried again
    Index("ix_updates_undone", "place_in_line", postgresql_where=text("done IS NULL AND parked IS NULL")),
)

results = Table(  # of matches played to their end
    "results",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("place", Integer, nullable=False),
    Column("worms", Integer),  # None: a game without points
    Column("turns", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Index("ix_results_person", "person"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("chat", ForeignKey(chats.c.key), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("ix_ratings_person", "person"),
)

waiting = Table(  # for the next table in a place
    "waiting",
    metadata,
    Column("chat", ForeignKey(chats.c.key), primary_key=True),
    Column("topic", BigInteger, primary_key=True, autoincrement=False),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("match", ForeignKey(matches.c.id)),  # to whose lobby they were called; None: still waiting
)

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),  # the process that has it
    Column("until", DateTime(timezone=True), nullable=False),  # by the database's clock
)
