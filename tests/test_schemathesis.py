"""Requests that schemathesis makes of the service's own document: good ones, bad ones, and other methods."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from compendium_cli import service
from conftest import HARBOUR

# It begins and ends the application with each request.
schema = schemathesis.openapi.from_asgi("/openapi.json", service.app(str(HARBOUR)))
HEALTHY = list(HealthCheck)


@schema.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=HEALTHY)
def test_schemathesis_finds_nothing(case):
    case.call_and_validate()


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=400, deadline=None, suppress_health_check=HEALTHY)
def test_schemathesis_finds_nothing_when_it_looks_longer(case):
    case.call_and_validate()
