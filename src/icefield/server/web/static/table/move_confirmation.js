// Whether the player confirms every move: a choice of this browser.

import { input } from "../shared/dom.js";
import { readText, writeText } from "../shared/storage.js";

const KEY = "icefield-confirm-moves";

export class MoveConfirmation {
  constructor() {
    const box = input("confirm-moves");
    this.isOn = readText(KEY) !== null;
    box.checked = this.isOn;
    box.addEventListener("change", () => {
      this.isOn = box.checked;
      writeText(KEY, box.checked ? "on" : null);
    });
  }
}
