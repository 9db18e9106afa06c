// Who sits where at a new table, as the form of the home page chooses it.

/** @typedef {{ kind: "person" | "open" | "invited" } | { kind: "bot", level: string }} Seat */
/** @typedef {{ seats: Seat[], shuffle?: boolean }} SeatPlan */
/** @typedef {{ count: number, side: string, level: string, chosen: Seat[] }} Choices `side` is a seat or "either" */

/** The viewer on their side, and all others alike. @param {Choices} choices @param {Seat} other @returns {SeatPlan} */
function against({ count, side }, other) {
  const own = side === "either" ? 0 : Number(side);
  const seats = Array.from({ length: count }, (_, seat) =>
    seat === own ? { kind: /** @type {const} */ ("person") } : other,
  );
  return { seats, shuffle: side === "either" };
}

/**
 * The seats of a table against a bot, a friend, others at this screen ("screen"), or as chosen one by
 * one ("custom").
 *
 * @param {string} opponent
 * @param {Choices} choices
 * @returns {SeatPlan}
 */
export function seatPlan(opponent, choices) {
  switch (opponent) {
    case "screen":
      return { seats: Array.from({ length: choices.count }, () => ({ kind: "person" })) };
    case "friend":
      return against(choices, { kind: "invited" });
    case "custom":
      return { seats: choices.chosen.slice(0, choices.count) };
    default:
      return against(choices, { kind: "bot", level: choices.level });
  }
}
