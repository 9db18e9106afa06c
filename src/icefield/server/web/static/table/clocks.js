// The clocks of a table. The server counts; this only shows what is left, second by second.

import { el } from "../shared/dom.js";
import { announce, showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";

const LOW_SHARE = 0.1; // of the whole time, from which a clock is shown to be low
const LEAST_LOW_MS = 5000; // so that one can still do something where the time is short
const TICK_MS = 100;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** Milliseconds for people: 2 d 3 h, 1:02:03, 4:05, 9.8. @param {number} left */
export function durationText(left) {
  if (left >= DAY_MS)
    return t("clock.day", { days: Math.floor(left / DAY_MS), hours: Math.floor((left % DAY_MS) / HOUR_MS) });
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

/** The time left from which a clock is low. @param {Payload.Clock["control"]} control */
export function lowFrom({ days = 0, seconds = 0 }) {
  const whole = days * DAY_MS + seconds * 1000;
  return Math.max(LOW_SHARE * whole, Math.min(LEAST_LOW_MS, whole / 4));
}

export class Clocks {
  /** @param {(sound: string) => void} play */
  constructor(play) {
    this.play = play;
    /** @type {Payload.Clock | null} */
    this.clock = null;
    /** @type {Payload.Seat[]} */
    this.seats = [];
    this.since = 0;
    /** @type {Set<number>} the seats that were warned of their low clock */
    this.warned = new Set();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /**
   * Show the clocks of a state; what is left counts from now.
   *
   * @param {Payload.Clock | null} clock
   * @param {Payload.Seat[]} seats
   */
  show(clock, seats) {
    this.clock = clock;
    this.seats = seats;
    this.since = performance.now();
    clearInterval(this.timer);
    if (!clock) return;
    for (const [i, { running }] of clock.seats.entries()) if (!running) this.warned.delete(i);
    if (clock.seats.some(({ running }) => running)) this.timer = setInterval(() => this.tick(), TICK_MS);
    this.tick();
  }

  /** Tell the viewer that little time is left. @param {number} seat @param {number} left */
  warn(seat, left) {
    this.warned.add(seat);
    const seconds = Math.ceil(left / 1000);
    const said = seconds > 59 ? t("clock.low.time", { time: durationText(left) }) : t("clock.low", { seconds });
    announce(said);
    showToast(said, null, "note");
    this.play("clock");
  }

  tick() {
    const low = this.clock ? lowFrom(this.clock.control) : 0;
    for (const [i, { left, running }] of this.clock?.seats.entries() ?? []) {
      const host = document.querySelector(`.seat[data-seat="${i}"]`);
      if (!host || left === null) continue;
      const now = Math.max(0, running ? left - (performance.now() - this.since) : left);
      let shown = host.querySelector(".seat-clock");
      if (!shown) {
        shown = el("span", { class: "seat-clock", role: "timer", "aria-live": "off" });
        host.append(shown);
      }
      const text = durationText(now);
      if (shown.textContent !== text) shown.textContent = text;
      shown.setAttribute("aria-label", t("clock.left", { name: this.seats[i].name, time: text }));
      shown.classList.toggle("is-running", running);
      shown.classList.toggle("is-low", running && now < low);
      if (running && this.seats[i].mine && now < low && left >= low && !this.warned.has(i)) this.warn(i, now);
    }
  }
}
