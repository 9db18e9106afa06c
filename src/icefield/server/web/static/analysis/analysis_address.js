// What an address says about an analysis: the game and its branches, and which position is on the
// board. Long ones are compressed; those that are too long for a link are left out.
//
// Nodes are numbered: the positions of the game itself by ply, then those of the branches in order.

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {import("./move_tree.js").MoveTree} MoveTree */
/** @typedef {{ after: number, moves: string[] }} Branch moves that branch off after a node */
/**
 * @typedef {object} SavedAnalysis
 * @property {string | null} table whose game it is; its moves are not in the address then
 * @property {string | null} number of the game at the table
 * @property {string | null} game
 * @property {string | null} head where the moves begin; null for the start of the game
 * @property {string[]} moves
 * @property {Branch[]} branches
 * @property {number | null} at the number of the node on the board
 */

const MAX_PLAIN = 1800; // characters of a query that is left as it is
export const MAX_QUERY = 7000; // what servers and messengers keep for certain

/** Numbers all nodes and lists the branches. @param {MoveTree} tree */
export function numberNodes(tree) {
  const { mainline } = tree;
  /** @type {MoveNode[]} */
  const nodes = [...mainline];
  /** @type {{ after: number, moves: string[] }[]} */
  const branches = [];
  /** @type {Map<number, number>} */
  const numbers = new Map(nodes.map(({ id }, number) => [id, number]));
  for (let from = 0; from < nodes.length; from += 1) {
    for (const first of nodes[from].children) {
      if (numbers.has(first.id)) continue;
      const moves = [];
      for (let at = /** @type {MoveNode | undefined} */ (first); at?.move; at = at.children[0]) {
        moves.push(at.move.move);
        numbers.set(at.id, nodes.length);
        nodes.push(at);
      }
      branches.push({ after: from, moves });
    }
  }
  return { branches, numbers, nodes };
}

/**
 * Makes the branches of an address in a tree. Returns the nodes by their number; those of moves that
 * the server did not accept are null.
 *
 * @param {MoveTree} tree
 * @param {Branch[]} branches
 * @param {Payload.LineMove[][]} accepted
 */
export function growBranches(tree, branches, accepted) {
  /** @type {(MoveNode | null)[]} */
  const nodes = [...tree.mainline];
  for (const [i, { after, moves }] of branches.entries()) {
    let at = nodes[after] ?? null;
    for (const number of moves.keys()) {
      const move = accepted[i]?.[number];
      at = at && move ? tree.after(at, move) : null;
      nodes.push(at);
    }
  }
  return nodes;
}

/** A value as it stands in a query; signs that need no escape stay legible. @param {string} text */
const quote = (text) => encodeURIComponent(text).replace(/%(2C|3A|2F|40|3B)/g, (sign) => decodeURIComponent(sign));

/** @param {Branch} branch */
const branchText = ({ after, moves }) => `${after}:${moves.join(",")}`;

/** The fields of a query, empty ones left out. @param {Record<string, string | null>} fields @returns {string} */
const queryOf = (fields) =>
  Object.entries(fields)
    .flatMap(([name, text]) => (text ? [`${name}=${quote(text)}`] : []))
    .join("&");

/** The query of an analysis, or null where it is too long for a link. @param {SavedAnalysis} saved */
export async function encodeAnalysis({ table, number, game, head, moves, branches, at }) {
  const place = queryOf(table ? { table, number } : { game });
  const rest = queryOf({
    head: table ? null : head,
    line: table ? null : moves.join(","),
    branches: branches.map(branchText).join(";"),
    at: at === null ? null : String(at),
  });
  const plain = [place, rest].filter(Boolean).join("&");
  if (plain.length <= MAX_PLAIN) return plain;
  const packed = await compress(rest);
  const query = `${place}&z=${packed}`;
  return packed && query.length <= MAX_QUERY ? query : null;
}

/** What a query says about an analysis. @param {string} query @returns {Promise<SavedAnalysis>} */
export async function decodeAnalysis(query) {
  const asked = new URLSearchParams(query);
  const packed = asked.get("z");
  const fields = packed ? new URLSearchParams(await expand(packed)) : asked;
  /** @param {string} name */
  const listed = (name, separator = ",") => (fields.get(name) ?? "").split(separator).filter(Boolean);
  const at = Number(fields.get("at") ?? "none");
  return {
    table: asked.get("table"),
    number: asked.get("number"),
    game: asked.get("game"),
    head: fields.get("head"),
    moves: listed("line"),
    branches: listed("branches", ";").flatMap((text) => {
      const [, after, moves] = /^(\d+):(.+)$/.exec(text) ?? [];
      return moves ? [{ after: Number(after), moves: moves.split(",").filter(Boolean) }] : [];
    }),
    at: Number.isInteger(at) && at >= 0 ? at : null,
  };
}

// -- compression ------------------------------------------------------------------------------------

/** @param {BlobPart} content @param {GenericTransformStream} stream */
const through = async (content, stream) =>
  new Uint8Array(await new Response(new Blob([content]).stream().pipeThrough(stream)).arrayBuffer());

/** A text as letters and digits, or "" in a browser that cannot. @param {string} text */
async function compress(text) {
  if (!("CompressionStream" in globalThis)) return "";
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that was compressed; "" where it is damaged. @param {string} packed */
async function expand(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}
