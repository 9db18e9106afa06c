// The clocks of a table. The server counts; this only shows what is left, second by second.

import { announce, el, t } from "../shared/messages.js";

const LOW = 20_000; // milliseconds from which a clock is shown to be low
const DAY = 86_400_000;
const HOUR = 3_600_000;

const two = (number) => String(number).padStart(2, "0");

/** Milliseconds for people: 2 d 3 h, 1:02:03, 4:05, 9.8. */
export function told(left) {
  if (left >= DAY) return t("clock.day", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clocks {
  constructor() {
    this.clock = null;
    this.warned = new Set();
  }

  /** `clock` is the state's; what is left counts from now. */
  show(clock, seats) {
    this.clock = clock;
    this.seats = seats;
    this.since = performance.now();
    clearInterval(this.timer);
    if (!clock) return;
    for (const [i, { running }] of clock.seats.entries()) if (!running) this.warned.delete(i);
    if (clock.seats.some(({ running }) => running)) this.timer = setInterval(() => this.tick(), 100);
    this.tick();
  }

  tick() {
    for (const [i, { left, running }] of this.clock.seats.entries()) {
      const host = document.querySelector(`.seat[data-seat="${i}"]`);
      if (!host || left === null) continue;
      const now = Math.max(0, running ? left - (performance.now() - this.since) : left);
      let shown = host.querySelector(".seat-clock");
      if (!shown) host.append((shown = el("span", { class: "seat-clock", role: "timer", "aria-live": "off" })));
      const text = told(now);
      if (shown.textContent !== text) shown.textContent = text;
      shown.setAttribute("aria-label", t("clock.left", { name: this.seats[i].name, time: text }));
      shown.classList.toggle("is-running", running);
      shown.classList.toggle("is-low", running && now < LOW);
      if (running && this.seats[i].mine && now < LOW && left >= LOW && !this.warned.has(i)) {
        this.warned.add(i);
        announce(t("clock.low", { seconds: LOW / 1000 }));
      }
    }
  }
}
