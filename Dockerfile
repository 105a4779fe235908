FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /app

# Dependencies first: this layer changes only when the lock does. Those of the sandbox stay out.
COPY .ci/image.lock ./
RUN pip install --require-hashes -r image.lock

COPY bot ./bot
COPY cogs ./cogs

# The bot needs no rights but to its own data.
RUN useradd --system --uid 10001 --no-create-home cheat \
    && mkdir /data \
    && chown cheat /data
USER cheat
VOLUME /data

ENV CHEAT_DATABASE=/data/cheat.db \
    CHEAT_HEALTH_PORT=8080

# On SIGTERM the bot answers what it has begun, tells the tables and closes its database, in less than ten seconds.
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['CHEAT_HEALTH_PORT'] + '/healthz', timeout=4)"]

# `run` and not nothing: a container without a token shall say so, not open a game on a terminal it hasn't got.
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
