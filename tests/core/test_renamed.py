"""Public names of before stay importable, with a warning that says the new name."""

from __future__ import annotations

from importlib import import_module

import pytest

from icefield.core.renamed import RENAMED

NAMES = [(module, old, new) for module, names in RENAMED.items() for old, new in names.items()]


@pytest.mark.parametrize(("module", "old", "new"), NAMES)
def test_renamed_name_is_the_new_one_and_warns(module: str, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"{module}\.{old} is now {new}"):
        found = getattr(import_module(module), old)
    assert found is getattr(import_module(module), new)


def test_renamed_warning_names_the_line_that_uses_the_old_name() -> None:
    abilities = import_module("icefield.core.abilities")
    with pytest.warns(DeprecationWarning, match="HasValueTable") as warned:
        assert abilities.Tabled is abilities.HasValueTable
    assert warned[0].filename == __file__


@pytest.mark.parametrize("module", sorted(RENAMED))
def test_renamed_refuses_names_that_never_were(module: str) -> None:
    with pytest.raises(AttributeError, match="NeverWas"):
        import_module(module).NeverWas  # noqa: B018
