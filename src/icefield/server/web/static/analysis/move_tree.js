// A game and its branches: every node is the position after a move. Knows no rules.

/**
 * @typedef {object} MoveNode
 * @property {number} id
 * @property {MoveNode | null} parent
 * @property {Payload.LineMove | null} move that led here; null at the beginning
 * @property {boolean} isMain whether it belongs to the game itself
 * @property {number} ply
 * @property {MoveNode[]} children
 * @property {Payload.AnalysedPosition | null} position once it is known
 * @property {Payload.PositionValue | null} value what the engine said about it
 * @property {boolean} isAsking whether the engine is asked about it
 */
/** @typedef {MoveNode & { parent: MoveNode, move: Payload.LineMove }} MadeNode a node after a move */

/** Whether a move led to a node. @param {MoveNode} node @returns {node is MadeNode} */
export const isMade = (node) => node.parent !== null && node.move !== null;

export class MoveTree {
  /**
   * @param {string} head the beginning, as the server names it
   * @param {Payload.LineMove[]} moves those of the game
   */
  constructor(head, moves) {
    this.head = head;
    this.lastId = 0;
    this.root = this.node(null, null, true);
    this.end = this.root; // of the game itself
    for (const move of moves) this.end = this.add(this.end, move, true);
  }

  /**
   * @param {MoveNode | null} parent
   * @param {Payload.LineMove | null} move
   * @param {boolean} isMain
   * @returns {MoveNode}
   */
  node(parent, move, isMain) {
    this.lastId += 1;
    const ply = parent ? parent.ply + 1 : 0;
    return { id: this.lastId, parent, move, isMain, ply, children: [], position: null, value: null, isAsking: false };
  }

  /** @param {MoveNode} parent @param {Payload.LineMove} move @param {boolean} [isMain] */
  add(parent, move, isMain = false) {
    const made = this.node(parent, move, isMain);
    parent.children.push(made);
    return made;
  }

  /** The node after a move, made where there is none yet. @param {MoveNode} parent @param {Payload.LineMove} move */
  after(parent, move) {
    return parent.children.find((child) => child.move?.move === move.move) ?? this.add(parent, move);
  }

  /** Remove a branch. Returns the node where it began. @param {MadeNode} node */
  remove({ id, parent }) {
    parent.children = parent.children.filter((child) => child.id !== id);
    return parent;
  }

  /** The node of the game itself that a node is, or branches off from. @param {MoveNode} node */
  onMain(node) {
    let at = node;
    while (!at.isMain && at.parent) at = at.parent;
    return at;
  }

  /** The last node of the line that goes on from a node. @param {MoveNode} node */
  endOf(node) {
    let at = node;
    for (let next = this.next(at); next; next = this.next(at)) at = next;
    return at;
  }

  /** The node that goes on from a node: in the game where it can, else in its first branch. @param {MoveNode} node */
  next(node) {
    return node.children.find(({ isMain }) => isMain) ?? node.children[0] ?? null;
  }

  /** The nodes from the beginning to a node. @param {MoveNode} node */
  path(node) {
    /** @type {MoveNode[]} */
    const found = [];
    for (let at = /** @type {MoveNode | null} */ (node); at; at = at.parent) found.unshift(at);
    return found;
  }

  /** The line that leads to a node. @param {MoveNode} node @returns {Payload.Line} */
  line(node) {
    return { head: this.head, moves: this.path(node).flatMap(({ move }) => (move ? [move.move] : [])) };
  }

  /** The nodes of the game itself, by ply. */
  get mainline() {
    return this.path(this.end);
  }

  /** Whether a node is another one or comes after it. @param {MoveNode} top @param {MoveNode} node */
  contains(top, node) {
    return this.path(node).includes(top);
  }
}
