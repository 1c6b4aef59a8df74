# One image for the API, the workers and the clock; docker-compose.yml selects the command.
FROM python:3.11.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PYTHONPATH=/srv/farshore \
    FARSHORE_HOST=0.0.0.0

RUN useradd --system --uid 10001 --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin farshore

WORKDIR /srv/farshore
# Dependencies change less often than the code: this order reuses the cached layer.
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY service service
COPY workers workers
# Compiled here, because the file system of the running container is read-only.
RUN python -m compileall -q service workers

# What `farshore_build_info` shows, such as the commit.
ARG BUILD=unknown
ENV FARSHORE_BUILD=$BUILD

USER farshore
EXPOSE 8000
CMD ["python", "-m", "service.launch.wsgi"]
