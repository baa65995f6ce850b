// Makes a drawing into elements of the page, and mends them for the next one.
// Elements are kept where they can be, so that they move smoothly and that the
// focus stays on what the reader drags.

import { svg } from '../shell/dom.js';
import type { Drawing } from './shape.js';
import { type Element as Node, treeOf } from './tree.js';

const keys = new WeakMap<Element, string>();

/** The same key and tag stand for the same element. */
const nameOf = ({ tag, key }: Node, place: number): string =>
  `${tag} ${key ?? `at ${place}`}`;

function mend(element: SVGElement, node: Node): void {
  for (const name of element.getAttributeNames()) {
    if (name !== 'style' && !(name in node.attributes)) {
      element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(node.attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  if (node.place) {
    const [x, y] = node.place;
    element.style.transform = `translate(${x}px, ${y}px)`;
  }
  if (node.text === undefined) mendChildren(element, node.children);
  else if (element.textContent !== node.text) element.textContent = node.text;
}

function mendChildren(parent: SVGElement, nodes: readonly Node[]): void {
  const before = new Map<string, SVGElement>();
  for (const child of parent.children) {
    if (child instanceof SVGElement) before.set(keys.get(child) ?? '', child);
  }
  nodes.forEach((node, place) => {
    const name = nameOf(node, place);
    const kept = before.get(name);
    const element = kept ?? svg(node.tag);
    before.delete(name);
    keys.set(element, name);
    mend(element, node);
    // An element that stays in the document keeps its focus; order among
    // siblings that moved does not matter, for they do not overlap.
    if (!kept) parent.append(element);
  });
  for (const gone of before.values()) gone.remove();
}

/** Shows a drawing in an `svg` element. */
export function show(element: SVGSVGElement, drawing: Drawing): void {
  const box = `0 0 ${drawing.width} ${drawing.height}`;
  if (element.getAttribute('viewBox') !== box) {
    element.setAttribute('viewBox', box);
  }
  element.setAttribute('aria-label', drawing.label);
  mendChildren(element, treeOf(drawing));
}
