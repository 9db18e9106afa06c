// The page of a table at which one player practises.

import { pageData } from "../shared/dom.js";
import { connectRules } from "../shared/rules_drawer.js";
import { Hints } from "../table/hints.js";
import { MoveValues } from "../table/move_values.js";
import { Table } from "../table/table.js";
import { PracticePanel } from "./practice_panel.js";

connectRules();
new Table(pageData("state"), [new PracticePanel(), new Hints(), new MoveValues()]);
