"""What chats have chosen, and the language a person has chosen."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chats", sa.Column("settings", JSONB(), server_default="{}", nullable=False))
    op.alter_column("chats", "language", server_default="")
    op.execute("UPDATE chats SET language = ''")  # nobody could choose one yet
    op.add_column("people", sa.Column("chosen_language", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("people", "chosen_language")
    op.execute("UPDATE chats SET language = 'en' WHERE language = ''")
    op.alter_column("chats", "language", server_default="en")
    op.drop_column("chats", "settings")
