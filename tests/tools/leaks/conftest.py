"""What the tests of leaks ask for: the app on a real Redis and, for each number of players, people to sit down."""

from tests.service.conftest import ada, app, app_with, ben, built, house, lasting_app, nobody, register  # noqa: F401
