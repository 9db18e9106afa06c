// Several texts as one for a screen reader.

/** The texts one after the other, each with one full stop at most. @param {(string | null | undefined)[]} texts */
export function joinSentences(texts) {
  return texts
    .flatMap((text) => text || [])
    .map((text, number, all) => (number === all.length - 1 || /[.!?。！？…]$/.test(text) ? text : `${text}.`))
    .join(" ");
}
