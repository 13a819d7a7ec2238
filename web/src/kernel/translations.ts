// Handles pages that the browser translates: it replaces texts with <font> elements, while React
// keeps the texts and still changes them, removes them, and inserts before them. React then
// crashes, or changes a text that nobody sees. https://github.com/facebook/react/issues/11538

/** Whether a translator was seen. Otherwise a failure is our own bug, and fails as usual. */
let isTranslated = false;
/** The element that a translator put in place of a text. */
const standIns = new WeakMap<Node, Element>();

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** What stands for a child in a parent: the child itself, or the element that replaced or wrapped it. */
function findInParent(parent: Node, child: Node): Node | null {
  let node: Node | null = standIns.get(child) ?? child;
  while (node && node.parentNode !== parent)
    node = isFont(node.parentNode) ? node.parentNode : null;
  return node;
}

function removeStandIn(node: Node): void {
  standIns.get(node)?.remove();
  standIns.delete(node);
}

function noteReplacements(records: readonly MutationRecord[], changes: MutationObserver): void {
  const added = new Set(records.flatMap((record) => [...record.addedNodes].filter(isFont)));
  if (added.size === 0) return;
  isTranslated = true;
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (node) => isFont(node) && added.has(node),
      );
      if (!font) continue;
      standIns.set(text, font as Element);
      changes.observe(text, { characterData: true });
    }
  }
}

/** Restores a text that has changed since it was translated; a translator translates it again. */
function putBack(text: Node): void {
  const font = standIns.get(text);
  standIns.delete(text);
  if (font?.parentNode && !text.parentNode) font.parentNode.replaceChild(text, font);
}

/**
 * Keeps pages correct that the browser translates: nothing crashes, and every figure is current.
 * Called once, before React.
 */
export function followTranslations(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own node
  const { removeChild, insertBefore, appendChild } = Node.prototype;

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this || !isTranslated) return removeChild.call(this, child) as T;
    const present = findInParent(this, child);
    standIns.delete(child);
    if (present) removeChild.call(this, present);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    removeStandIn(node);
    const isHere = before === null || before.parentNode === this || !isTranslated;
    return insertBefore.call(this, node, isHere ? before : findInParent(this, before)) as T;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    removeStandIn(node);
    return appendChild.call(this, node) as T;
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) putBack(target);
  });
  new MutationObserver((records) => noteReplacements(records, changes)).observe(document, {
    childList: true,
    subtree: true,
  });
}
