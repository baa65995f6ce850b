// The settings with which an engine reads texts of a length, or why it cannot.

import {
  extend,
  type Finding,
  type Model,
  readModel,
  type SettingNote,
  type StretchSchedule,
} from 'posenc/models';
import { writeCount } from '../../../plot/ticks.js';
import { attempt, type Failure } from '../../../shell/failure.js';
import { type Reading, reachOf } from '../reading.js';
import type { Engine } from '../state.js';
import { isStretch, nameOf, type ScheduleWord, typeOf } from './schedules.js';
import { settingsText } from './settings-text.js';

export interface Context {
  /** What is copied; null where the package refuses. */
  readonly text: string | null;
  readonly notes: readonly SettingNote[];
  /** Findings of the changed configuration that the given one has not. */
  readonly findings: readonly Finding[];
  /** The changed configuration; null where nothing changes. */
  readonly changed: object | null;
  readonly failure: Failure | null;
}

/** Whether a model reads so long a text as it is: a note on the length says so. */
const isSame = ({ notes }: { readonly notes: readonly SettingNote[] }) =>
  notes.some(({ key }) => key === 'to');

/**
 * A model stretched for texts of `to` tokens; null where nothing changes, or where
 * it cannot be stretched so far.
 */
export function stretchedOf({ config }: Reading, to: number): Model | null {
  const asked = { to, for: 'transformers' } as const;
  const { value } = attempt(() => {
    const longer = extend(config, asked);
    return isSame(longer) ? null : readModel(longer.config);
  });
  return value;
}

const idOf = ({ kind, key, message }: Finding) =>
  JSON.stringify([kind, key, message]);

const nothing = { text: null, notes: [], findings: [], changed: null };

export function contextOf(
  { config, model }: Reading,
  to: number,
  engine: Engine,
  schedule?: StretchSchedule,
): Context {
  const asked = { to, for: engine, ...(schedule && { schedule }) };
  const { value, failure } = attempt(() => extend(config, asked));
  if (value === null) return { ...nothing, failure };
  const before = new Set(model.findings.map(idOf));
  return {
    text: settingsText(engine, value.settings),
    notes: value.notes,
    findings: value.findings.filter((one) => !before.has(idOf(one))),
    changed: isSame(value) ? null : value.config,
    failure: null,
  };
}

/** Settings, or the words why a schedule has none. */
export interface Offer extends Context {
  readonly why: string;
}

const why = (words: string): Offer => ({
  ...{ ...nothing, failure: null },
  why: words,
});

/** The settings of an engine by which a model reads texts with a schedule. */
export function offerOf(
  reading: Reading,
  to: number,
  engine: Engine,
  word: ScheduleWord,
): Offer {
  const type = typeOf(reading);
  if (word === 'none' && type !== '') {
    return why(
      `No settings take ${nameOf(type)} away: the weights are used to it.`,
    );
  }
  const schedule = isStretch(word) ? word : undefined;
  const context = contextOf(reading, to, engine, schedule);
  if (context.failure?.param === 'schedule' && type !== '') {
    return why(
      `There are no settings for it: the weights are used to ${nameOf(type)}. ` +
        'Its curve shows what it would do to weights without a schedule.',
    );
  }
  const asItIs = word === 'none' || word === 'own';
  if (asItIs && context.changed !== null) {
    const reach = writeCount(reachOf(reading.config) ?? 0);
    const longer =
      word === 'own'
        ? 'for longer ones, its schedule is stretched further'
        : 'longer ones need a schedule';
    return why(
      `As it is, the model reads texts of ${reach} tokens; ${longer}.`,
    );
  }
  return { ...context, why: '' };
}

/** Why no schedule has settings, if that is the model itself; else null. */
export function refusedBy(offers: readonly Offer[]): Failure | null {
  const [first, ...others] = offers.map(({ failure }) => failure);
  const isModel = first?.param === 'config' && others.length > 0;
  const same = others.every((one) => one?.message === first?.message);
  return isModel && same ? first : null;
}

const kinds: Readonly<Record<SettingNote['about'], string>> = {
  number: 'why',
  cost: 'cost',
  ignored: 'left out',
};

/** A note in three parts. */
export const noteParts = ({ about, key, value, why }: SettingNote) =>
  [
    kinds[about],
    `${key}${value === null ? '' : ` ${JSON.stringify(value)}`}`,
    why,
  ] as const;

/** How far a model reaches as it is. */
export function reachWords(reach: number | undefined): string {
  return reach === undefined
    ? 'Nothing tells how long texts this model reads.'
    : `As it is, it reads texts of ${writeCount(reach)} tokens.`;
}
