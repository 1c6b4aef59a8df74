"""The app on a real Redis, as the tests of the service have it."""

from tests.service.conftest import ada, app, app_with, ben, built, lasting_app, nobody, register, stores  # noqa: F401
