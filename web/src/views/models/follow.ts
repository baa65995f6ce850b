// What the view shows of a state: the configuration, as the package reads it. What
// was read last is kept, because every move of a control asks for it.

import { known } from 'virtual:known-models';
import { attempt, type Outcome, PageLimit } from '../../shell/failure.js';
import { parseConfig, type Reading, readConfig } from './reading.js';
import type { ModelsState } from './state.js';

/** A configuration of the page by its name; the first where there is none such. */
export const knownOf = (name: string) =>
  known.find((one) => one.name === name) ?? known[0];

/** Its text, as people read it. */
const textOfKnown = (name: string): string =>
  JSON.stringify(knownOf(name)?.config, null, 2);

/** The text of the configuration of a state. */
export const textOf = ({ own, pick }: ModelsState): string =>
  own ?? textOfKnown(pick);

/** What is read, by its text: the newest few. */
const kept = new Map<string, Outcome<Reading>>();

function readText(text: string): Outcome<Reading> {
  const held = kept.get(text);
  if (held !== undefined) {
    // The oldest is the one that was not asked for the longest.
    kept.delete(text);
    kept.set(text, held);
    return held;
  }
  const outcome = attempt(() => readConfig(parseConfig(text)));
  const [oldest] = kept.keys();
  if (kept.size > 3 && oldest !== undefined) kept.delete(oldest);
  kept.set(text, outcome);
  return outcome;
}

/** The failure of a link that holds the name of a file alone. */
function missing(file: string): Outcome<never> {
  const message =
    `config must be opened again: the link holds the name \u201c${file}\u201d, ` +
    'but not the configuration, which was too long for it';
  const failure = new PageLimit({
    ...{ code: 'PAGE_MISSING', param: 'config', message },
  });
  return { value: null, failure };
}

/** The model of a state, or why there is none. */
export function readingOf(state: ModelsState): Outcome<Reading> {
  const { own, file } = state;
  if (own === null && file !== '') return missing(file);
  return readText(textOf(state));
}

/** The text of the second configuration; null where there is none. */
export const textBeside = ({
  with: name,
  withOwn,
}: ModelsState): string | null =>
  withOwn ?? (name === '' ? null : textOfKnown(name));

/** The model that stands beside it, or why it cannot; null for none. */
export function besideOf(state: ModelsState): Outcome<Reading> | null {
  const { withOwn, withFile } = state;
  if (withOwn === null && withFile !== '') return missing(withFile);
  const text = textBeside(state);
  if (text === null) return null;
  return readText(text);
}

/** What people call the second model. */
export const nameBeside = (state: ModelsState): string =>
  state.withOwn === null
    ? state.with
    : state.withFile || 'Your second configuration';

/** What people call what is shown. */
export const nameOf = ({ own, pick, file }: ModelsState): string =>
  own === null ? (knownOf(pick)?.name ?? pick) : file || 'Your configuration';
