// One's own page: the nickname, making a recovery code, using one.

import { Attempts } from "../shared/single_flight.js";
import { post } from "../shared/http.js";
import { drawAll } from "../shared/thumbnails.js";
import { t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const WELCOME = "icefield-welcome";

const attempts = new Attempts();

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  attempts.make(async () => {
    const me = await post("/api/me", { nickname: $("nickname").value });
    $("nickname").value = me.nickname;
    toast(t("me.saved"), null, "note");
  });
});

$("make-code").addEventListener("click", () =>
  attempts.make(async () => {
    const { code } = await post("/api/me/code");
    $("code").textContent = code;
    $("code-shown").hidden = false;
    $("copy").focus();
  }),
);

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("code").textContent);
    toast(t("me.copied"), null, "note");
  } catch {
    getSelection().selectAllChildren($("code")); // to be copied by hand
  }
});

$("use-form").addEventListener("submit", (event) => {
  event.preventDefault();
  attempts.make(async () => {
    const me = await post("/api/me/recover", { code: $("use-code").value });
    try {
      localStorage.removeItem("icefield-last-table"); // somebody else's
      sessionStorage.setItem(WELCOME, me.nickname ? t("me.recovered", { name: me.nickname }) : t("me.recovered.unnamed"));
    } catch {
      // no welcome, then
    }
    location.reload();
  });
});

drawAll();
try {
  const welcome = sessionStorage.getItem(WELCOME);
  sessionStorage.removeItem(WELCOME);
  if (welcome) toast(welcome, null, "note");
} catch {
  // nothing was kept
}
