// A game and its branches: every node is the position after a move. Knows no rules.

export class Tree {
  /** `head` names the beginning; `moves` are those of the game. */
  constructor(head, moves) {
    this.head = head;
    this.last = 0;
    this.root = this.node(null, null, true);
    this.end = this.root; // of the game itself
    for (const move of moves) this.end = this.add(this.end, move, true);
  }

  node(parent, move, main) {
    const ply = parent ? parent.ply + 1 : 0;
    return { id: (this.last += 1), parent, move, main, ply, children: [], moment: null, worth: null };
  }

  add(parent, move, main = false) {
    const made = this.node(parent, move, main);
    parent.children.push(made);
    return made;
  }

  /** The node after a move, made where there is none yet. */
  after(parent, move) {
    return parent.children.find((child) => child.move.move === move.move) ?? this.add(parent, move);
  }

  /** Take a branch away; returns where it began. */
  remove(node) {
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** The first move of the branch a node lies on; null on the game itself. */
  branch(node) {
    let found = node.main ? null : node;
    while (found && !found.parent.main) {
      if (found.parent.children[0] !== found) break; // a branch of a branch
      found = found.parent;
    }
    return found;
  }

  /** The moves that lead to a node. */
  moves(node) {
    const found = [];
    for (let at = node; at.parent; at = at.parent) found.unshift(at.move.move);
    return found;
  }

  line(node) {
    return { head: this.head, moves: this.moves(node) };
  }

  /** The nodes of the game itself, by ply. */
  get mainline() {
    const found = [];
    for (let at = this.end; at; at = at.parent) found.unshift(at);
    return found;
  }

  contains(top, node) {
    for (let at = node; at; at = at.parent) if (at === top) return true;
    return false;
  }
}
