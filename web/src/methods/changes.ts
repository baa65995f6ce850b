// What the chosen options change about a formula. A description has one
// formula, that of the usual options; the others are told in its own words.

import type {
  DescribedParameter,
  MethodDescription,
} from 'posenc/descriptions';
import { h, prose } from '../shell/dom.js';

type Values = Readonly<Record<string, unknown>>;

/** Which positions and numbers come out, not what is computed of them. */
const aside: ReadonlySet<string> = new Set([
  'preset',
  'length',
  'start',
  'step',
  'dim',
  'seed',
  'precision',
  'dtype',
]);

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** What the text of a choice says of one word, where it says it by itself. */
function clauseOf(doc: string, word: string): string | null {
  const clause = new RegExp(`(?:^|[:;] )(\`${escaped(word)}\` [^;]+)`);
  // Up to the end of the clause, or of the sentence.
  const [, found] = clause.exec(doc) ?? [];
  return found?.split('. ')[0]?.replace(/\.$/, '') ?? null;
}

function sentence(
  name: string,
  { kind, doc }: DescribedParameter,
  value: unknown,
) {
  const rest = doc.replace(/\.$/, '');
  const whole = rest.charAt(0).toLowerCase() + rest.slice(1);
  if (kind === 'choice') {
    const clause = clauseOf(doc, String(value));
    return clause === null
      ? `\`${name}\` is \`${value}\`: ${whole}.`
      : `\`${name}\`: ${clause}.`;
  }
  if (kind === 'boolean') {
    return value
      ? `\`${name}\`: ${whole.replace(/^whether /, '')}.`
      : `\`${name}\` is off: ${whole}.`;
  }
  return `\`${name}\` is ${value}: ${whole}.`;
}

/**
 * A sentence for every option that is not the usual one and has no symbol in
 * the formula. `values`: those that hold.
 */
export function formulaChanges(
  { parameters, formula }: MethodDescription,
  values: Values,
): string[] {
  const symbols = new Set(formula.text.match(/\w+/g));
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = values[name];
    if (aside.has(name) || symbols.has(name)) return [];
    if (!['choice', 'boolean', 'number'].includes(parameter.kind)) return [];
    if (value === undefined || Number.isNaN(value)) return [];
    const usual = 'default' in parameter ? parameter.default : undefined;
    // What is required and has no usual value is a size.
    if (!parameter.optional && usual === undefined) return [];
    return value === usual ? [] : [sentence(name, parameter, value)];
  });
}

export interface Changes {
  readonly element: HTMLElement;
  show(values: Values): void;
}

export function createChanges(method: MethodDescription): Changes {
  const element = h('p', { class: 'hint changes', hidden: true });
  return {
    element,
    show(values) {
      const sentences = formulaChanges(method, values);
      element.hidden = sentences.length === 0;
      const text = ['The options change it.', ...sentences].join(' ');
      element.replaceChildren(...prose(text));
    },
  };
}
