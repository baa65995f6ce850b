// Sentences on options that change what a method computes, but that its formula
// does not show. They are made of the words of the description.

import {
  type DescribedParameter,
  type Equation,
  equationsFor,
  type MethodDescription,
} from 'posenc/descriptions';
import { isRecord, type Options, type SpecValue } from '../state/spec.js';

/** Options that no formula shows: which rows, and which kind of numbers. */
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

/** The kinds of options whose value can be told in a sentence. */
const told: readonly string[] = ['choice', 'boolean', 'number', 'variant'];

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** The clause about one word in the text of a choice, if there is one. */
function clauseOf(doc: string, word: string): string | null {
  const clause = new RegExp(`(?:^|[:;] )(\`${escaped(word)}\` [^;]+)`);
  // The clause ends with the sentence, too.
  const [, found] = clause.exec(doc) ?? [];
  return found?.split('. ')[0]?.replace(/\.$/, '') ?? null;
}

function sentence(
  name: string,
  { kind, doc }: DescribedParameter,
  value: SpecValue,
): string {
  const rest = doc.replace(/\.$/, '');
  const whole = rest.charAt(0).toLowerCase() + rest.slice(1);
  const word = kind === 'variant' && isRecord(value) ? value.type : value;
  if (kind === 'choice' || kind === 'variant') {
    const clause = clauseOf(doc, String(word));
    return clause === null
      ? `\`${name}\` is \`${word}\`: ${whole}.`
      : `\`${name}\`: ${clause}.`;
  }
  if (kind === 'boolean') {
    return value
      ? `\`${name}\`: ${whole.replace(/^whether /, '')}.`
      : `\`${name}\` is off: ${whole}.`;
  }
  return `\`${name}\` is ${value}: ${whole}.`;
}

/** Names of the options that decide which equations hold. */
function followed(formula: MethodDescription['formula']): string[] {
  const equations: readonly Equation[] = [formula].flat();
  return equations.flatMap(({ when = {} }) => Object.keys(when));
}

/**
 * A sentence for every option that has not its usual value, and that the
 * formula does not show. `options` have every value that holds.
 */
export function formulaChanges(
  { parameters, formula }: MethodDescription,
  options: Options,
): string[] {
  const texts = equationsFor(formula, options).map(({ text }) => text);
  const seen = new Set([
    ...aside,
    ...followed(formula),
    ...(texts.join(' ').match(/\w+/g) ?? []),
  ]);
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = options[name];
    if (seen.has(name) || value === undefined || Number.isNaN(value)) return [];
    if (!told.includes(parameter.kind)) return [];
    const usual = 'default' in parameter ? parameter.default : undefined;
    // A required option without a usual value is a size.
    if (!parameter.optional && usual === undefined) return [];
    return value === usual ? [] : [sentence(name, parameter, value)];
  });
}
