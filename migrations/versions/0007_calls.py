"""Who wants to be called: to the next table, or to every turn."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chats", sa.Column("title", sa.Text(), server_default="", nullable=False))
    op.add_column("people", sa.Column("is_called", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.create_table(
        "waiting",
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("match", sa.BigInteger()),
        sa.PrimaryKeyConstraint("chat", "topic", "person", name="pk_waiting"),
        sa.ForeignKeyConstraint(["chat"], ["chats.key"], name="fk_waiting_chat"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_waiting_person"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_waiting_match"),
    )


def downgrade() -> None:
    op.drop_table("waiting")
    op.drop_column("people", "is_called")
    op.drop_column("chats", "title")
