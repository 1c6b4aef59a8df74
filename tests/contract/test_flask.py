"""Nothing of ours uses what the next Flask deprecates: pyproject.toml allows 3.2 already."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from service.api.middleware import Application

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("service", "workers") for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize(
    "method",
    [
        *("dispatch_request", "full_dispatch_request", "preprocess_request", "process_response", "finalize_request"),
        *("handle_exception", "handle_http_exception", "handle_user_exception", "log_exception"),
        *("make_default_options_response", "do_teardown_request", "do_teardown_appcontext"),
    ],
)
def test_no_method_is_overridden_that_gets_another_signature(method: str) -> None:
    assert getattr(Application, method) is getattr(Flask, method)


@pytest.mark.parametrize("name", ["request_ctx", "RequestContext", "should_ignore_error", "_request_ctx_stack"])
def test_no_deprecated_name_is_used(name: str) -> None:
    assert [path for path in SOURCES if re.search(rf"\b{name}\b", path.read_text("utf-8"))] == []
