// The few parts of a browser that the modules under test use, as far as they use them.

/** Storage that keeps texts in memory. */
export class MemoryStorage {
  #texts = new Map();

  getItem(key) {
    return this.#texts.get(key) ?? null;
  }

  setItem(key, text) {
    this.#texts.set(key, String(text));
  }

  removeItem(key) {
    this.#texts.delete(key);
  }
}

/** Storage that a browser refuses to open. */
export class BlockedStorage {
  getItem() {
    throw new DOMException("blocked", "SecurityError");
  }

  setItem() {
    throw new DOMException("blocked", "SecurityError");
  }

  removeItem() {
    throw new DOMException("blocked", "SecurityError");
  }
}

/** Set globals for one test, and restore what was there before. */
export function setGlobals(test, values) {
  for (const [name, value] of Object.entries(values)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    test.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else delete globalThis[name];
    });
  }
}

/** A host of classes and attributes, such as the body of a page. */
export function fakeElement() {
  const classes = new Set();
  return {
    classes,
    attributes: new Map(),
    classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) },
    setAttribute(name, value) {
      this.attributes.set(name, value);
    },
  };
}
