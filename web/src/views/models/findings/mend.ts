// Changes of a configuration that its findings know: what they are called, the text
// that they make, and what became of the findings.

import { type Finding, type Mend, type Model, mend } from 'posenc/models';
import { writeCount } from '../../../plot/ticks.js';

/** The longest value that is shown whole. */
const longest = 40;

/** A value as JSON, cut where it is long. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest - 1)}\u2026` : text;
}

/** What a change does, as the words of a button. */
export const mendLabel = (changes: Mend): string =>
  Object.entries(changes)
    .map(([key, value]) =>
      value === null
        ? `remove ${key}`
        : `write "${key.split('.').at(-1)}": ${shortJson(value)}`,
    )
    .join(', ')
    .replace(/^\w/, (letter) => letter.toUpperCase());

/** Numbers that Python writes and JSON lacks, marked while JSON is written. */
const marked = (_: string, value: unknown): unknown =>
  value === Infinity || value === -Infinity ? `\u0000${value}` : value;

/** The text of a configuration after a change. */
export const mendedText = (config: unknown, changes: Mend): string =>
  JSON.stringify(mend(config, changes), marked, 2).replace(
    /"\\u0000(-?Infinity)"/g,
    '$1',
  );

export interface Changed {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/** What stands at a path of an object. */
function at(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isThere =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isThere ? (value as Record<string, unknown>)[name] : undefined;
  }, config);
}

/** Each key of a change, with what stood there and what stands there now. */
export const changedBy = (config: unknown, changes: Mend): readonly Changed[] =>
  Object.entries(changes).map(([key, value]) => ({
    key,
    before: shortJson(at(config, key)),
    after: value === null ? 'removed' : shortJson(value),
  }));

const idOf = ({ kind, key }: Finding) => `${kind} ${key}`;

const plural = (count: number): string =>
  count === 1 ? '1 finding is' : `${writeCount(count)} findings are`;

/** What became of the findings. */
export function mendWords(
  before: Pick<Model, 'findings'>,
  after: Pick<Model, 'findings'>,
): string {
  const [had, has] = [before, after].map(
    ({ findings }) => new Set(findings.map(idOf)),
  ) as [Set<string>, Set<string>];
  const gone = [...had].filter((id) => !has.has(id)).length;
  const come = [...has].filter((id) => !had.has(id)).length;
  const left = [...has].length - come;
  const parts = [
    `${plural(gone)} gone`,
    come === 0
      ? 'none has come'
      : `${plural(come).replace(/ (is|are)$/, '')} ${come === 1 ? 'has' : 'have'} come`,
    ...(left === 0
      ? []
      : [
          `${plural(left).replace(/ (is|are)$/, '')} ${left === 1 ? 'stays' : 'stay'}`,
        ]),
  ];
  return `${parts.join(', ')}.`;
}
