"""The tests mirror the package. Shipped checks explain their failures like those written here."""

import pytest

pytest.register_assert_rewrite("icefield.testing.contract")
