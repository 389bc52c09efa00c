# The bot and what it needs to run; docker-compose.yml puts it beside a Postgres. docs/operating.md says how.

FROM python:3.11-slim AS build
WORKDIR /app
RUN python -m pip install --disable-pip-version-check uv
COPY pyproject.toml requirements.lock ./
# The lock holds the tools of development too. As a constraint it gives the versions and hashes of what is needed here.
RUN uv venv && uv pip install --compile-bytecode --constraint requirements.lock --requirements pyproject.toml
COPY alembic.ini ./
COPY migrations migrations/
COPY engine engine/
COPY bot bot/
RUN python -m compileall -q bot engine migrations

FROM python:3.11-slim
# Pillow looks for it on the system: without it there would be no pictures.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin worms \
    && install --directory --owner worms --group worms /data
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data LISTEN=0.0.0.0:8585 METRICS_LISTEN=0.0.0.0:9464
USER 10001
EXPOSE 8585 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import http.client, os; \
    it = http.client.HTTPConnection('127.0.0.1', int(os.environ['METRICS_LISTEN'].rpartition(':')[2])); \
    it.request('GET', '/healthz'); \
    raise SystemExit(it.getresponse().status != 200)"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
