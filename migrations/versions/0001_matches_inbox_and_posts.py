"""Matches with their seats, moves and posts; chats, people, and the inbox of updates."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSON, JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("key", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("telegram_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_chats"),
        sa.UniqueConstraint("telegram_id", name="uq_chats_telegram_id"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "updates",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place_in_line", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("body", JSON(), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=True),
        sa.Column("parked", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_updates"),
    )
    op.create_index(
        "ix_updates_undone",
        "updates",
        ["place_in_line"],
        unique=False,
        postgresql_where=sa.text("done IS NULL AND parked IS NULL"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", JSONB(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), server_default="", nullable=False),
        sa.Column("opening", JSONB(), nullable=True),
        sa.Column("state", JSONB(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("salts", JSONB(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.key"], name="fk_matches_chat"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_matches_host"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_ended", "matches", ["ended"], unique=False)
    op.create_index(
        "uq_matches_open",
        "matches",
        ["chat", "topic"],
        unique=True,
        postgresql_where=sa.text("status IN ('lobby', 'running')"),
    )
    op.create_table(
        "moves",
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("events", JSONB(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_moves_match"),
        sa.PrimaryKeyConstraint("match", "revision", name="pk_moves"),
    )
    op.create_index("ix_moves_match_turn", "moves", ["match", "turn"], unique=False)
    op.create_table(
        "posts",
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), server_default="", nullable=False),
        sa.Column("is_past", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("shown", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_posts_match"),
        sa.PrimaryKeyConstraint("match", "turn", name="pk_posts"),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sa.UniqueConstraint("match", "person", name="uq_seats_match_person"),
    )


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("posts")
    op.drop_table("moves")
    op.drop_table("matches")
    op.drop_table("updates")
    op.drop_table("people")
    op.drop_table("chats")
