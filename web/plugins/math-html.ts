// Formulas as HTML. Their few styles become classes, because the policy of the pages
// forbids styles inside elements.

import { escaped } from './html.js';
import { linesOf, type MathTree } from './mathml.js';

/** The classes that formulas need, each with its rule. */
const rules = new Map<string, string>();

/** The class that stands for some styles. */
function classFor(styles: Readonly<Record<string, string>>): string {
  const rule = Object.entries(styles)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  const name = `math-${rule.replace(/[^a-z0-9]+/gi, '-')}`;
  rules.set(name, rule);
  return name;
}

function written(tree: MathTree | string): string {
  if (typeof tree === 'string') return escaped(tree);
  const { tag, attributes = {}, styles, children } = tree;
  const classes = [
    ...(attributes.class ? [attributes.class] : []),
    ...(styles ? [classFor(styles)] : []),
  ];
  const all = {
    ...attributes,
    ...(classes.length > 0 ? { class: classes.join(' ') } : {}),
  };
  const words = Object.entries(all)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  return `<${tag}${words}>${children.map(written).join('')}</${tag}>`;
}

/** A block of LaTeX as a formula, each of its parts in a line. */
export const mathHtml = (latex: string): string =>
  `<div class="formula" role="math" tabindex="0">${linesOf(latex).map(written).join('')}</div>\n`;

/** The style sheet of all formulas that were made. */
export const mathStyles = (): string =>
  `${[...rules].map(([name, rule]) => `.${name}{${rule}}`).join('\n')}\n`;
