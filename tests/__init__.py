"""The tests, which mirror the package.

Pytest rewrites the assertions of shipped checks, so they explain failures like the others.
"""

import pytest

pytest.register_assert_rewrite("icefield.testing.contract")
