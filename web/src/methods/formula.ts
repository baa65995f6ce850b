// A formula on the page. Its MathML was made while the page was built, as trees
// of names and texts, so that no markup is parsed on the page.

import './formula.css';
import { formulas, type MathTree } from 'virtual:formulas';
import { h, math } from '../shell/dom.js';

function build({
  tag,
  attributes,
  styles = {},
  children,
}: MathTree): MathMLElement {
  const inner = children.map((child): Node | string =>
    typeof child === 'string' ? child : build(child),
  );
  const element = math(tag, attributes, ...inner);
  // The content security policy forbids `style` attributes.
  for (const [property, value] of Object.entries(styles)) {
    element.style.setProperty(property, value);
  }
  return element;
}

/** Equations that stand side by side where there is room. */
export function createFormula(latex: string, plain: string): HTMLElement {
  const equations = (formulas[latex] ?? []).map((equation) => {
    const element = build(equation);
    element.setAttribute('aria-hidden', 'true');
    return element;
  });
  const attributes = { class: 'formula', role: 'math', 'aria-label': plain };
  return h('div', attributes, ...equations);
}
