"""How long a turn may take, groups that move, matches that are suspended, and which process works."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TIMES = ("awaited", "warned", "deadline")


def upgrade() -> None:
    op.add_column("chats", sa.Column("pace", sa.Text(), server_default="normal", nullable=False))
    op.create_table(
        "former_addresses",
        sa.Column("telegram_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("telegram_id", name="pk_former_addresses"),
        sa.ForeignKeyConstraint(["chat"], ["chats.key"], name="fk_former_addresses_chat"),
    )
    op.add_column("matches", sa.Column("suspended", sa.Text(), server_default="", nullable=False))
    for name in _TIMES:
        op.add_column("matches", sa.Column(name, sa.DateTime(timezone=True)))
    op.create_index("ix_matches_deadline", "matches", ["deadline"], postgresql_where=sa.text("deadline IS NOT NULL"))
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_index("ix_matches_deadline", "matches")
    for name in ("suspended", *_TIMES):
        op.drop_column("matches", name)
    op.drop_table("former_addresses")
    op.drop_column("chats", "pace")
