// The viewer's own page: the nickname, making a recovery code, using one.

import { byId, input, onClick } from "../shared/dom.js";
import { post } from "../shared/http.js";
import { showToast } from "../shared/notices.js";
import { SingleFlight } from "../shared/single_flight.js";
import { readText, writeText } from "../shared/storage.js";
import { drawThumbnails } from "../shared/thumbnails.js";
import { t } from "../shared/translations.js";

const WELCOME_KEY = "icefield-welcome";

const flight = new SingleFlight();

/** Where the welcome after a reload is kept, if the browser allows that. */
function session() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

byId("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  flight.run(async () => {
    const me = await post("/api/me", {}, { nickname: input("nickname").value });
    input("nickname").value = me.nickname;
    showToast(t("me.saved"), null, "note");
  });
});

onClick("make-code", () =>
  flight.run(async () => {
    const { code } = await post("/api/me/code", {});
    byId("code").textContent = code;
    byId("code-shown").hidden = false;
    byId("copy").focus();
  }),
);

onClick("copy", async () => {
  try {
    await navigator.clipboard.writeText(byId("code").textContent);
    showToast(t("me.copied"), null, "note");
  } catch {
    getSelection()?.selectAllChildren(byId("code")); // to be copied by hand
  }
});

byId("use-form").addEventListener("submit", (event) => {
  event.preventDefault();
  flight.run(async () => {
    const me = await post("/api/me/recover", {}, { code: input("use-code").value });
    writeText("icefield-last-table", null); // it was that of another player
    const welcome = me.nickname ? t("me.recovered", { name: me.nickname }) : t("me.recovered.unnamed");
    writeText(WELCOME_KEY, welcome, session());
    location.reload();
  });
});

drawThumbnails();
const welcome = readText(WELCOME_KEY, session());
writeText(WELCOME_KEY, null, session());
if (welcome) showToast(welcome, null, "note");
