"""A post may be a photo with a caption."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("posts", sa.Column("kind", sa.Text(), server_default="text", nullable=False))


def downgrade() -> None:
    op.drop_column("posts", "kind")
