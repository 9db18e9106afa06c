// The sounds of a board, made by the browser itself: no files. Soft, and off with one press.

import { readText, writeText } from "./storage.js";

const KEY = "icefield-sound";
const VOLUME = 0.16;

/** @typedef {{ context: AudioContext, out: AudioNode, at: number }} Stage where and when a sound is made */
/** @typedef {{ from: number, to?: number, time: number, gain?: number }} Sweep pitches in Hz, time in s */

/**
 * A tone that begins at one pitch and ends at another.
 *
 * @param {Stage} stage
 * @param {Sweep & { type?: OscillatorType }} sweep
 */
function tone({ context, out, at }, { from, to = from, time, type = "sine", gain = 0.5 }) {
  const [voice, shape] = [context.createOscillator(), context.createGain()];
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + time);
  shape.gain.setValueAtTime(0.0001, at);
  shape.gain.exponentialRampToValueAtTime(gain, at + 0.012);
  shape.gain.exponentialRampToValueAtTime(0.0001, at + time);
  voice.connect(shape).connect(out);
  voice.start(at);
  voice.stop(at + time + 0.05);
}

/**
 * Noise through a filter that goes from one pitch to another: ice, water, wind.
 *
 * @param {Stage} stage
 * @param {Sweep & { sharp?: number, type?: BiquadFilterType }} sweep
 */
function noise({ context, out, at }, { from, to = from, time, sharp = 1, gain = 0.5, type = "bandpass" }) {
  const length = Math.ceil(context.sampleRate * time);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = Math.random() * 2 - 1;
  const [voice, filter, shape] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  voice.buffer = buffer;
  filter.type = type;
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + time);
  shape.gain.setValueAtTime(0.0001, at);
  shape.gain.exponentialRampToValueAtTime(gain, at + Math.min(0.02, time / 4));
  shape.gain.exponentialRampToValueAtTime(0.0001, at + time);
  voice.connect(filter).connect(shape).connect(out);
  voice.start(at);
}

/** The same, so many seconds later. @param {Stage} stage @param {number} delay */
const later = (stage, delay) => ({ ...stage, at: stage.at + delay });

/** @param {Stage} stage */
const tap = (stage) => {
  noise(stage, { from: 1900, to: 700, time: 0.07, sharp: 2, gain: 0.6 });
  tone(stage, { from: 260, to: 150, time: 0.11, gain: 0.4 });
};
/** @param {Stage} stage @param {number[]} tones @param {number} step @param {number} time */
const chord = (stage, tones, step, time) => {
  for (const [i, from] of tones.entries()) tone(later(stage, i * step), { from, time, type: "triangle", gain: 0.36 });
};

/** @type {Record<string, (stage: Stage) => void>} */
const SOUNDS = {
  move: (stage) => {
    noise(stage, { from: 900, to: 2600, time: 0.24, sharp: 0.8, gain: 0.22 });
    tap(later(stage, 0.22));
  },
  drift: (stage) => {
    noise(stage, { from: 260, to: 620, time: 0.6, sharp: 1.2, gain: 0.6 });
    noise(later(stage, 0.1), { from: 1200, to: 500, time: 0.5, sharp: 0.7, gain: 0.14 });
  },
  crack: (stage) => {
    for (const [wait = 0, pitch = 0] of [
      [0, 3200],
      [0.05, 2300],
      [0.13, 1500],
    ])
      noise(later(stage, wait), { from: pitch, to: pitch / 2, time: 0.07, sharp: 3, gain: 0.9 });
    tone(stage, { from: 140, to: 60, time: 0.22, gain: 0.5 });
  },
  heal: (stage) => noise(stage, { from: 700, to: 2200, time: 0.2, sharp: 2, gain: 0.2 }),
  sink: (stage) => {
    noise(stage, { from: 900, to: 160, time: 0.7, sharp: 1.5, gain: 0.7 });
    for (let i = 0; i < 4; i += 1)
      tone(later(stage, 0.2 + i * 0.11), { from: 260 + i * 40, to: 520 + i * 70, time: 0.08, gain: 0.22 });
  },
  drop: tap,
  lay: (stage) => {
    tap(stage);
    noise(stage, { from: 400, to: 200, time: 0.3, sharp: 0.8, gain: 0.3 });
  },
  lift: (stage) => tone(stage, { from: 420, to: 640, time: 0.12, gain: 0.25 }),
  rise: (stage) => {
    noise(stage, { from: 180, to: 700, time: 0.35, sharp: 1.4, gain: 0.6 });
    tone(later(stage, 0.1), { from: 95, to: 70, time: 0.4, type: "sawtooth", gain: 0.14 });
  },
  reveal: (stage) => noise(stage, { from: 1500, to: 3600, time: 0.12, sharp: 1, gain: 0.3 }),
  turn: (stage) => chord(stage, [660, 880], 0.09, 0.24),
  clock: (stage) => chord(stage, [990, 990, 990], 0.16, 0.1),
  message: (stage) => chord(stage, [740, 988], 0.07, 0.16),
  refused: (stage) => chord(stage, [190, 150], 0.09, 0.16),
  won: (stage) => chord(stage, [523, 659, 784, 1047], 0.11, 0.42),
  lost: (stage) => chord(stage, [440, 370, 294], 0.16, 0.5),
  drawn: (stage) => chord(stage, [494, 494], 0.2, 0.4),
};
SOUNDS.sunk = SOUNDS.sink;

/** Whether the viewer has the sounds on. */
export const isSoundOn = () => readText(KEY) !== "off";

export class SoundPlayer {
  /** @param {HTMLElement | null} button switches the sounds on and off, where the page has one */
  constructor(button) {
    this.on = isSoundOn();
    /** @type {{ deciding: boolean, over: boolean } | null} what the last state said */
    this.before = null;
    /** @type {AudioContext | null} browsers allow one after the first press only */
    this.context = null;
    /** @type {GainNode | null} */
    this.out = null;
    const show = () => button?.setAttribute("aria-pressed", String(this.on));
    show();
    button?.addEventListener("click", () => {
      this.on = !this.on;
      writeText(KEY, this.on ? "on" : "off");
      show();
      this.unlock();
      if (!this.on) this.context?.suspend();
      else setTimeout(() => this.play("turn"), 60);
    });
    const unlocked = new AbortController();
    for (const press of ["pointerdown", "keydown"]) {
      const unlock = () => {
        this.unlock();
        if (this.context) unlocked.abort();
      };
      document.addEventListener(press, unlock, { capture: true, signal: unlocked.signal });
    }
  }

  /** Get ready to sound; browsers allow it during a press. */
  unlock() {
    if (!this.on) return;
    if (this.context) {
      this.context.resume();
      return;
    }
    this.context = new AudioContext();
    this.out = this.context.createGain();
    this.out.gain.value = VOLUME;
    this.out.connect(this.context.destination);
  }

  /**
   * Sound something now, or some milliseconds later. The user timing mark `sound:<name>` shows in the
   * browser's performance tools.
   *
   * @param {string} name
   * @param {number} [delay]
   */
  play(name, delay = 0) {
    const sound = SOUNDS[name];
    if (!this.on || !sound) return;
    performance.mark(`sound:${name}`);
    const { context, out } = this;
    if (context?.state === "suspended") context.resume(); // the next one is heard
    if (context?.state === "running" && out) sound({ context, out, at: context.currentTime + delay / 1000 });
  }

  /** Sound what an animation is heard as. @param {Map<string, number>} heard delays in ms, by name */
  playAll(heard) {
    for (const [name, delay] of heard) this.play(name, delay);
  }

  /** Sound the end of a game, and that the viewer is to decide. @param {Payload.EmbeddedTableState} state */
  showState(state) {
    const { outcome, deciding, seats } = state;
    const [old, over] = [this.before, Boolean(outcome)];
    this.before = { deciding, over };
    if (!old) return; // the page has just been opened
    if (outcome && !old.over) {
      const own = seats.filter(({ mine }) => mine).map(({ seat }) => seat);
      const won = !own.length || own.some((seat) => outcome.winners.includes(seat));
      this.play(outcome.winners.length ? (won ? "won" : "lost") : "drawn", 500);
    } else if (deciding && !old.deciding && !over) this.play("turn", 450);
  }
}
