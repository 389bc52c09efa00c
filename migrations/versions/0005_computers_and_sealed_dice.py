"""Computers in seats; dice that are sealed before the lot falls."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("seats", "person", nullable=True)
    op.add_column("seats", sa.Column("computer", sa.Text()))
    op.create_check_constraint("ck_seats_player", "seats", "(person IS NULL) <> (computer IS NULL)")
    op.add_column("matches", sa.Column("thrown", sa.DateTime(timezone=True)))
    _replace_open("status IN ('lobby', 'sealed', 'running')")


def downgrade() -> None:
    op.execute("UPDATE matches SET status = 'closed', ended = now() WHERE status = 'sealed'")
    _replace_open("status IN ('lobby', 'running')")
    op.drop_column("matches", "thrown")
    op.drop_constraint("ck_seats_player", "seats")
    op.execute("DELETE FROM seats WHERE person IS NULL")
    op.drop_column("seats", "computer")
    op.alter_column("seats", "person", nullable=False)


def _replace_open(condition: str) -> None:
    """Which matches are open, of which a place has one."""
    op.drop_index("uq_matches_open", "matches")
    op.create_index("uq_matches_open", "matches", ["chat", "topic"], unique=True, postgresql_where=sa.text(condition))
