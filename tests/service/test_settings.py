"""Settings come from the environment, and an invalid one is named."""

from pathlib import Path

import pytest

from service.settings import BadSetting, Quota, Quotas, Retention, Settings


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Settings.from_env({"PORT": "", "REDIS_URL": " ", "FARSHORE_CORS": ""}) == Settings()


def test_every_variable_is_read() -> None:
    settings = Settings.from_env(
        {
            "FARSHORE_HOST": "0.0.0.0",
            "PORT": "9000",
            "FARSHORE_DATA": "/srv/tables",
            "REDIS_URL": "redis://127.0.0.1/1",
            "FARSHORE_ADMIN_TOKEN": "secret",
            "FARSHORE_CORS": "https://play.example, http://127.0.0.1:5173/",
            "FARSHORE_RATE_LIMITS": "2.5",
            "FARSHORE_MAX_BODY": "2048",
            "FARSHORE_MAX_STREAMS": "8",
            "FARSHORE_QUOTA_STREAMS": "4/off",
            "FARSHORE_QUOTA_BOOK_MB": "10/20",
            "FARSHORE_HEARTBEAT": "0.5",
            "STREAM_BASE_URL": "https://streams.example/",
            "FARSHORE_API_WORKERS": "1",
            "FARSHORE_BOT_WORKERS": "3",
            "FARSHORE_BOT_SECONDS": "0.2",
            "FARSHORE_REDIS_MEMORY": "512",
            "FARSHORE_EMBEDDED": "on",
            "FARSHORE_LOG": "INFO",
        }
    )

    assert settings == Settings(
        host="0.0.0.0",
        port=9000,
        data=Path("/srv/tables"),
        redis_url="redis://127.0.0.1/1",
        admin_token="secret",
        cors_origins=("https://play.example", "http://127.0.0.1:5173"),
        rate_limits=True,
        rate_factor=2.5,
        max_body=2048,
        max_streams=8,
        quotas=Quotas(streams=Quota(4, None), book_mb=Quota(10, 20)),
        heartbeat_s=0.5,
        stream_base_url="https://streams.example",
        api_workers=1,
        bot_workers=3,
        bot_seconds=0.2,
        redis_memory_mb=512,
        embedded=True,
        log="info",
    )
    assert settings.queue_url == "redis://127.0.0.1/1"


def test_the_queues_can_have_their_own_redis() -> None:
    settings = Settings.from_env({"REDIS_URL": "redis://127.0.0.1/1", "QUEUE_REDIS_URL": "redis://127.0.0.1/2"})

    assert settings.queue_url == "redis://127.0.0.1/2"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "eighty"),
        ("PORT", "8_000"),
        ("PORT", "٨٠٠٠"),
        ("REDIS_URL", "127.0.0.1:6379"),
        ("QUEUE_REDIS_URL", "redis:"),
        ("QUEUE_REDIS_URL", "redis+cluster://a:7001,b:7002"),
        ("FARSHORE_CORS", "play.example"),
        ("FARSHORE_CORS", "https://play.example/lobby"),
        ("FARSHORE_RATE_LIMITS", "some"),
        ("FARSHORE_RATE_LIMITS", "0"),
        ("FARSHORE_MAX_BODY", "1MB"),
        ("FARSHORE_MAX_STREAMS", "-1"),
        ("FARSHORE_QUOTA_TABLES", "100"),
        ("FARSHORE_QUOTA_TABLES", "-1/5"),
        ("FARSHORE_QUOTA_TABLES", "1/5/9"),
        ("FARSHORE_HEARTBEAT", "nan"),
        ("FARSHORE_BOT_SECONDS", "0"),
        ("STREAM_BASE_URL", "ftp://streams.example"),
        ("FARSHORE_API_WORKERS", "0"),
        ("FARSHORE_LOG", "loud"),
        ("FARSHORE_ARCHIVE_AFTER", "soon"),
        ("FARSHORE_ARCHIVE_DAYS", "0"),
        ("FARSHORE_OPEN_DAYS", "0"),
        ("FARSHORE_IDLE_DAYS", "1.5"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name}="):
        Settings.from_env({name: value})


def test_a_wrong_redis_address_is_not_repeated_because_it_may_hold_a_password() -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_env({"REDIS_URL": "https://:hunter2@cache.example"})

    assert "hunter2" not in str(refused.value)


def test_a_wrong_value_ends_the_process_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "eighty")

    with pytest.raises(SystemExit) as ended:
        Settings.load()

    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_cluster_holds_the_tables_and_a_single_redis_the_queues() -> None:
    settings = Settings.from_env({"REDIS_URL": "redis+cluster://a:1,b:2", "QUEUE_REDIS_URL": "redis://queue/0"})

    assert settings.redis_url == "redis+cluster://a:1,b:2"
    assert settings.queue_url == "redis://queue/0"


def test_a_cluster_alone_is_refused_with_the_reason() -> None:
    with pytest.raises(BadSetting, match=r"QUEUE_REDIS_URL.*because REDIS_URL is a cluster and RQ does not run on one"):
        Settings.from_env({"REDIS_URL": "rediss+cluster://a:1,b:2"})


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_the_address_of_the_database_gets_our_driver(scheme: str) -> None:
    settings = Settings.from_env({"FARSHORE_DATABASE_URL": f"{scheme}://me@db/farshore", "FARSHORE_ARCHIVE_DAYS": "30"})

    assert settings.database_url == "postgresql+psycopg://me@db/farshore"
    assert settings.retention == Retention(days=30)


def test_an_unknown_database_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(BadSetting, match="FARSHORE_DATABASE_URL") as refused:
        Settings.from_env({"FARSHORE_DATABASE_URL": "mysql://me:sesame@db/farshore"})
    assert "sesame" not in str(refused.value)
