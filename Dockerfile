# One image for the API, the workers and the clock; docker-compose.yml says which of them a container is.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PYTHONPATH=/srv/farshore

RUN useradd --system --uid 10001 --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin farshore

WORKDIR /srv/farshore
# The packages change rarely, the code often: in this order a new build reuses the long step.
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY service service
COPY workers workers
# Compiled once here, since the running container may not write into its own file system.
RUN python -m compileall -q service workers

# A fresh volume takes over the owner of the folder it is mounted on.
RUN install -d -m 700 -o farshore -g farshore /archive

USER farshore
EXPOSE 8000
CMD ["gunicorn", "-k", "gevent", "-w", "2", "--worker-connections", "2000", "--graceful-timeout", "5", \
     "--keep-alive", "60", "--worker-tmp-dir", "/dev/shm", "--no-control-socket", "-b", "0.0.0.0:8000", \
     "service.app:create_app()"]
