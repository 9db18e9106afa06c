// The page of a table.

import { pageData } from "../shared/dom.js";
import { connectRules } from "../shared/rules_drawer.js";
import { Hints } from "./hints.js";
import { MoveValues } from "./move_values.js";
import { Table } from "./table.js";

connectRules();
new Table(pageData("state"), [new Hints(), new MoveValues()]);
