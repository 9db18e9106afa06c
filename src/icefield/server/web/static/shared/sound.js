// What a board sounds like, made by the browser itself: no files. Soft, and off with one press. What
// is heard is told by others: motions (`icefield-motion`), the state of the table (`icefield-state`)
// and touches in vain (`icefield-refused`).

const KEPT = "icefield-sound";
const LOUD = 0.16;

let context = null; // browsers allow one after the first press only
let out = null;

/** A tone that begins at one pitch and ends at another. */
function tone(at, { from, to = from, time, type = "sine", gain = 0.5 }) {
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

/** Noise through a filter that wanders from one pitch to another: ice, water, wind. */
function noise(at, { from, to = from, time, sharp = 1, gain = 0.5, type = "bandpass" }) {
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

const tap = (at) => {
  noise(at, { from: 1900, to: 700, time: 0.07, sharp: 2, gain: 0.6 });
  tone(at, { from: 260, to: 150, time: 0.11, gain: 0.4 });
};
const chord = (at, tones, step, time) => tones.forEach((from, i) => tone(at + i * step, { from, time, type: "triangle", gain: 0.36 }));

const SOUNDS = {
  move: (at) => {
    noise(at, { from: 900, to: 2600, time: 0.24, sharp: 0.8, gain: 0.22 });
    tap(at + 0.22);
  },
  drift: (at) => {
    noise(at, { from: 260, to: 620, time: 0.6, sharp: 1.2, gain: 0.6 });
    noise(at + 0.1, { from: 1200, to: 500, time: 0.5, sharp: 0.7, gain: 0.14 });
  },
  crack: (at) => {
    for (const [wait, pitch] of [[0, 3200], [0.05, 2300], [0.13, 1500]]) noise(at + wait, { from: pitch, to: pitch / 2, time: 0.07, sharp: 3, gain: 0.9 });
    tone(at, { from: 140, to: 60, time: 0.22, gain: 0.5 });
  },
  heal: (at) => noise(at, { from: 700, to: 2200, time: 0.2, sharp: 2, gain: 0.2 }),
  sink: (at) => {
    noise(at, { from: 900, to: 160, time: 0.7, sharp: 1.5, gain: 0.7 });
    for (let i = 0; i < 4; i += 1) tone(at + 0.2 + i * 0.11, { from: 260 + i * 40, to: 520 + i * 70, time: 0.08, gain: 0.22 });
  },
  drop: tap,
  lay: (at) => {
    tap(at);
    noise(at, { from: 400, to: 200, time: 0.3, sharp: 0.8, gain: 0.3 });
  },
  lift: (at) => tone(at, { from: 420, to: 640, time: 0.12, gain: 0.25 }),
  rise: (at) => {
    noise(at, { from: 180, to: 700, time: 0.35, sharp: 1.4, gain: 0.6 });
    tone(at + 0.1, { from: 95, to: 70, time: 0.4, type: "sawtooth", gain: 0.14 });
  },
  reveal: (at) => noise(at, { from: 1500, to: 3600, time: 0.12, sharp: 1, gain: 0.3 }),
  turn: (at) => chord(at, [660, 880], 0.09, 0.24),
  refused: (at) => chord(at, [190, 150], 0.09, 0.16),
  won: (at) => chord(at, [523, 659, 784, 1047], 0.11, 0.42),
  lost: (at) => chord(at, [440, 370, 294], 0.16, 0.5),
  drawn: (at) => chord(at, [494, 494], 0.2, 0.4),
};
SOUNDS.sunk = SOUNDS.sink;

function kept() {
  try { return localStorage.getItem(KEPT) !== "off"; } catch { return true; }
}

let on = kept();

function open() {
  if (!on || context) return void (on && context?.state === "suspended" && context.resume());
  context = new AudioContext();
  out = context.createGain();
  out.gain.value = LOUD;
  out.connect(context.destination);
}

/** Sound something now, or a few milliseconds later. */
function sound(name, delay = 0) {
  if (!on || !(name in SOUNDS)) return;
  document.dispatchEvent(new CustomEvent("icefield-sound", { detail: name }));
  if (context?.state === "running") SOUNDS[name](context.currentTime + delay / 1000);
}

const button = document.getElementById("sound");
const show = () => button.setAttribute("aria-pressed", String(on));
show();
button.addEventListener("click", () => {
  on = !on;
  try { localStorage.setItem(KEPT, on ? "on" : "off"); } catch { /* not kept, then */ }
  show();
  open();
  if (!on) context?.suspend();
  else setTimeout(() => sound("turn"), 60);
});
for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, open, { capture: true });

document.addEventListener("icefield-motion", ({ detail }) => {
  for (const [name, delay] of detail) sound(name, delay);
});
document.addEventListener("icefield-refused", () => sound("refused"));

let before = null;
document.addEventListener("icefield-state", ({ detail: state }) => {
  const [old, over] = [before, Boolean(state.outcome)];
  before = { deciding: state.deciding, over };
  if (!old) return; // the page has just been opened
  if (over && !old.over) {
    const own = state.seats.filter(({ mine }) => mine).map(({ seat }) => seat);
    const { winners } = state.outcome;
    const won = !own.length || own.some((seat) => winners.includes(seat));
    sound(winners.length ? (won ? "won" : "lost") : "drawn", 500);
  } else if (state.deciding && !old.deciding && !over) sound("turn", 450);
});
