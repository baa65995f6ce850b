// Functions that make an element with its attributes and children. Inline
// `style` attributes do not work: the content security policy forbids them.

type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string;

function fill<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

const mathSpace = 'http://www.w3.org/1998/Math/MathML';

export function math(
  tag: string,
  attributes: Attributes = {},
  ...children: Child[]
): MathMLElement {
  return fill(document.createElementNS(mathSpace, tag), attributes, children);
}

const svgSpace = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

/** Sets a text only if it changed: the browser lays out every text set. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

let ids = 0;

/** A unique id, for `for` and `aria-describedby`. */
export function freshId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** Colours that were asked for in this task: each costs a pass over the page. */
const colours = new Map<string, string>();

/** The current colour of a custom property of the style sheets. */
export function cssColour(property: string): string {
  const known = colours.get(property);
  if (known !== undefined) return known;
  if (colours.size === 0) queueMicrotask(() => colours.clear());
  const probe = h('span', { hidden: true });
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  colours.set(property, color);
  return color;
}

/** The parts of a text: words between backticks become `code` elements. */
export function prose(text: string): Child[] {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part : h('code', {}, part)));
}
