"""Alert rules and dashboard: every metric exists, and each alarm's condition, produced here, makes its rule true."""

from __future__ import annotations

import json
import operator
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import yaml
from flask import Flask
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from service.api import metrics
from service.storage import keys
from service.storage.connection import connect
from service.storage.heartbeats import KINDS, Heartbeats
from service.stores import Stores
from service.tables.store import Tables
from tests.service.people import Person
from tests.service.table import started
from tools.ports import free_port
from tools.service_process import ROOT
from workers import jobs
from workers.queues import queue

RULES: dict[str, Any] = {
    rule["alert"]: rule for rule in yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())["groups"][0]["rules"]
}
DASHBOARD = (ROOT / "deploy" / "grafana-dashboard.json").read_text()
PROMTOOL = shutil.which("promtool")
SHAPE = re.compile(
    r"(min|max)\((?:max_over_time\()?(\w+)(\{.*?\})?(?:\[\d+s\]\))?(?: / \((\w+) > 0\))?\) (==|>) ([\d.]+)"
)

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def scrape(app: Flask) -> Samples:
    found: Samples = {}
    for line in app.test_client().get("/metrics").text.splitlines():
        if not line.startswith("#"):
            name, labels, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line).groups()  # type: ignore[union-attr]
            found[name, tuple(re.findall(r'(\w+)="(.*?)"', labels or ""))] = float(value)
    return found


def fires(alert: str, found: Samples) -> bool:
    """Whether the condition of a rule holds now. Prometheus also waits until it has held for some time."""
    parts = SHAPE.fullmatch(RULES[alert]["expr"])
    assert parts, f"{alert}: write the rule as min or max of a metric, or of a metric by its limit"
    function, name, labels, limit, sign, bound = parts.groups()
    wanted = re.findall(r'(\w+)(=~?)"(.*?)"', labels or "")
    values = []
    for (metric, has), value in found.items():
        if metric == name and all(re.fullmatch(pattern, dict(has)[label]) for label, _, pattern in wanted):
            most = found[limit, has] if limit else 1
            values += [value / most] if most > 0 else []
    compare = {"==": operator.eq, ">": operator.gt}[sign]
    return bool(values) and compare({"min": min, "max": max}[function](values), float(bound))


def old_job(queue_url: str) -> None:
    job = queue("timers", connect(queue_url)).enqueue(jobs.SERVE, "timer")
    job.enqueued_at = datetime.now(UTC) - timedelta(seconds=60)
    job.save()


def test_nothing_is_alarming_while_all_is_well(app: Flask, redis: Redis, ada: Person, ben: Person) -> None:
    started(ada, ben)
    for kind in KINDS:
        Heartbeats(redis).beat(kind, 3600)
    found = scrape(app)

    assert not [alert for alert in RULES if alert not in ("ApiDown", "ServerErrors") and fires(alert, found)]


def test_a_missing_kind_of_process_is_alarming(app: Flask, redis: Redis) -> None:
    for kind in KINDS[1:]:
        Heartbeats(redis).beat(kind, 3600)

    assert fires("ProcessMissing", scrape(app))


def test_a_job_that_waits_is_alarming(app: Flask, queue_url: str) -> None:
    old_job(queue_url)

    assert fires("JobsWaiting", scrape(app))


def test_jobs_that_fail_are_alarming(app: Flask, queue_url: str) -> None:
    bots = queue("bots", connect(queue_url))
    for _ in range(21):
        bots.failed_job_registry.add(bots.enqueue(jobs.SERVE, "bots"), ttl=60)

    assert fires("JobsFailing", scrape(app))


def test_a_redis_that_is_nearly_full_is_alarming(app: Flask, redis: Redis) -> None:
    used = int(redis.info("memory")["used_memory"])
    before = redis.config_get("maxmemory")["maxmemory"]
    redis.config_set("maxmemory", round(used * 1.15))
    try:
        assert fires("RedisNearlyFull", scrape(app))
    finally:
        redis.config_set("maxmemory", before)


@pytest.mark.parametrize(
    ("kind", "alarming"), [("bots", True), ("timer", True), ("agents", True), ("arena", False), ("book", False)]
)
def test_wake_ups_that_no_worker_takes_are_alarming_unless_they_have_low_priority(
    app: Flask, redis: Redis, stores: Stores, kind: str, alarming: bool
) -> None:
    redis.zadd(keys.due(keys.SHARDS[3], kind), {"t1": stores.tables.now() - 20_000})

    assert fires("TimersLate", scrape(app)) is alarming


def test_failing_requests_are_alarming(app: Flask, nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule divides the rates of two counters, so the counters of 50 requests are compared here."""
    before = scrape(app)
    for n in range(50):
        with monkeypatch.context() as broken:
            if n % 10 == 0:
                broken.setattr("service.tables.store.Tables.load", unavailable)
            nobody.get("/tables/01jd")
    after = scrape(app)

    def more(pattern: str) -> float:
        return sum(
            value - before.get((name, labels), 0)
            for (name, labels), value in after.items()
            if name == "farshore_requests_total" and re.fullmatch(pattern, dict(labels)["status"])
        )

    assert 'status=~"5.."' in RULES["ServerErrors"]["expr"]
    assert more("5..") / more(".*") > float(RULES["ServerErrors"]["expr"].rpartition(" ")[2])


def unavailable(tables: Tables, id: str) -> None:
    raise RedisConnectionError("away")


def test_tables_that_wait_for_the_archive_are_alarming(app: Flask, redis: Redis) -> None:
    redis.zadd(keys.retention(keys.SHARDS[0]), {f"t{n}": 1 for n in range(1001)})

    assert fires("ArchiveBehind", scrape(app))


def test_open_streams_near_their_limit_are_alarming(app: Flask) -> None:
    before = metrics.STREAMS._value.get()
    metrics.STREAMS.set(10_000)
    try:
        assert fires("StreamsNearlyFull", scrape(app))
    finally:
        metrics.STREAMS.set(before)


@pytest.mark.parametrize(
    ("alert", "setting", "address"),
    [
        ("RedisDown", "redis_url", "redis://127.0.0.1:{}"),
        ("QueueRedisDown", "queue_redis_url", "redis://127.0.0.1:{}"),
        ("DatabaseDown", "database_url", "postgresql+psycopg://farshore@127.0.0.1:{}/farshore"),
    ],
)
def test_a_server_that_is_away_is_alarming(
    alert: str, setting: str, address: str, app: Flask, app_with: Callable[..., Flask]
) -> None:
    assert not fires(alert, scrape(app))

    without = app_with(**{setting: address.format(free_port())})

    assert fires(alert, scrape(without))


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool is installed (on Debian: apt install prometheus)")
@pytest.mark.parametrize(
    "command", ["check rules alerts.yml", "check config prometheus.yml", "test rules alerts.test.yml"]
)
def test_prometheus_accepts_the_files_and_fires_every_alert_in_time(command: str) -> None:
    done = subprocess.run([str(PROMTOOL), *command.split()], cwd=ROOT / "deploy", capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_tests_every_alert() -> None:
    """The last expression of its tests counts the alerts that fire."""
    assert f"value: {len(RULES)}}}" in (ROOT / "deploy" / "alerts.test.yml").read_text()


def test_every_metric_of_the_rules_and_the_dashboard_exists(app: Flask, queue_url: str, ada: Person) -> None:
    old_job(queue_url)
    ada.get("/games")
    known = {name for name, _ in scrape(app)} | {"up"}
    used = set(re.findall(r"\b(farshore_\w+)", DASHBOARD + " ".join(rule["expr"] for rule in RULES.values())))

    assert used <= known, used - known


def test_the_dashboard_shows_every_metric(app: Flask, queue_url: str, ada: Person) -> None:
    old_job(queue_url)
    ada.get("/games")
    shown = set(re.findall(r"\b(farshore_\w+)", DASHBOARD))
    names = {
        re.sub(r"_(bucket|count|sum|created)$", "", name) for name, _ in scrape(app) if name.startswith("farshore_")
    }

    assert names <= {re.sub(r"_bucket$", "", name) for name in shown}
    panels = json.loads(DASHBOARD)["panels"]
    assert all(panel["title"] and panel["targets"] for panel in panels if panel["type"] != "row")
