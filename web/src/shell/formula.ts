// A formula on the page: MathML where the source is understood, else text.

import { h, math } from './dom.js';
import { type MathNode, parseLatex } from './latex.js';

function build({ tag, attributes, children }: MathNode): Element {
  const inner = children.map((c) => (typeof c === 'string' ? c : build(c)));
  return math(tag, attributes, ...inner);
}

export function createFormula(latex: string, plain: string): HTMLElement {
  const tree = parseLatex(latex);
  if (tree === null) return h('code', { class: 'formula' }, plain);
  const formula = math('math', { display: 'block', 'aria-label': plain });
  formula.append(build(tree));
  return h('div', { class: 'formula' }, formula);
}
