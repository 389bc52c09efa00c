"""Results and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("is_counted", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("worms", sa.Integer()),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_results_match"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_results_person"),
    )
    op.create_index("ix_results_person", "results", ["person"])
    op.create_table(
        "ratings",
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("chat", "game", "person", name="pk_ratings"),
        sa.ForeignKeyConstraint(["chat"], ["chats.key"], name="fk_ratings_chat"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_ratings_person"),
    )
    op.create_index("ix_ratings_person", "ratings", ["person"])


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_column("people", "is_counted")
