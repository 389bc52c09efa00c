"""What the bot counts about itself. Labels have few values, and none tells who plays, what is said, or a secret."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # of each series, when it began: nobody asks
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

PRESSES = Counter("worms_presses", "Buttons pressed.", registry=REGISTRY)
REFUSALS = Counter("worms_refusals", "Presses and typed commands that changed nothing.", ["reason"], registry=REGISTRY)
PARKED = Counter("worms_updates_parked", "Updates put aside because of a bug; the log has it.", registry=REGISTRY)
CALLS = Counter("worms_telegram_calls", "Calls of the Bot API.", ["method", "outcome"], registry=REGISTRY)
TRANSACTIONS = Histogram(
    "worms_transaction_seconds",
    "From the begin of a transaction to the end of its commit, with waiting for locks.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
POSTER_DELAY = Histogram(
    "worms_poster_delay_seconds",
    "From the commit of a change until its chat shows it.",
    buckets=(0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 300, 3600),
    registry=REGISTRY,
)
LEASE_HELD = Gauge("worms_lease_held", "1: this process works; 0: it stands by.", registry=REGISTRY)

# Of the whole database, so alike in all processes; counted when somebody asks
OPEN_MATCHES = Gauge("worms_open_matches", "Lobbies, and matches that run.", ["status"], registry=REGISTRY)
UPDATES_WAITING = Gauge("worms_updates_waiting", "Updates in the inbox that are not done.", registry=REGISTRY)
OLDEST_UPDATE = Gauge("worms_oldest_update_seconds", "How long the oldest of them has waited.", registry=REGISTRY)
