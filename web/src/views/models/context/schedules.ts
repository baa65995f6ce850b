// The schedules that can be compared for a layer at a length: the rope as each makes
// it. Where the package stretches the model by a schedule, the rope is that of the
// changed configuration; else it is the one that the schedule would make.

import {
  extend,
  type Layer,
  readModel,
  type StretchSchedule,
} from 'posenc/models';
import { attempt, type Failure } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import type { Reading } from '../reading.js';
import { scalingOf } from '../turn-words.js';

/** In addresses; `own` is that of the file, `longer` the same, stretched further. */
export const scheduleWords = [
  'none',
  'own',
  'longer',
  'linear',
  'dynamic',
  'yarn',
] as const;

export type ScheduleWord = (typeof scheduleWords)[number];

/** The most schedules over each other. */
export const mostSchedules = 4;

const names: Readonly<Record<string, string>> = {
  linear: 'Linear',
  dynamic: 'Dynamic NTK',
  yarn: 'YaRN',
  longrope: 'LongRoPE',
  llama3: 'Llama 3',
  ntk: 'NTK',
  proportional: 'Proportional',
  factors: 'Factors',
};

/** What people call a type of schedules. */
export const nameOf = (type: string): string => names[type] ?? type;

/** The type of the schedule that a model has in some layer; '' without one. */
export function typeOf({ towers: [{ tower }] }: Pick<Reading, 'towers'>) {
  const scaled = tower.layers.find(({ spec }) => scalingOf(spec) !== null);
  return String(scalingOf(scaled?.spec ?? null)?.type ?? '');
}

/** Whether the package stretches models that have none by it. */
export const isStretch = (word: string): word is StretchSchedule =>
  word === 'linear' || word === 'dynamic' || word === 'yarn';

/** What a schedule is called, in a model that has the schedule `type`. */
export function titleOf(word: ScheduleWord, type: string): string {
  if (word === 'none') return 'No schedule';
  if (word === 'own') return `${nameOf(type)}, as the file has it`;
  if (word === 'longer') return `${nameOf(type)}, stretched further`;
  return word === type ? `${nameOf(type)}, stretched further` : nameOf(word);
}

/** The schedules that there are to choose for a model, in one order. */
export function offered(type: string): readonly ScheduleWord[] {
  return scheduleWords.filter((word) => {
    if (word === 'own') return type !== '';
    return word === 'longer' ? type !== '' && !isStretch(type) : true;
  });
}

/** What is shown until the reader chooses. */
export function usual(type: string): readonly ScheduleWord[] {
  if (type === '') return ['none', 'linear', 'dynamic', 'yarn'];
  const longer = isStretch(type) ? type : 'longer';
  return offered(type).filter((word) => ['none', 'own', longer].includes(word));
}

/** Those of the wanted ones that there are; the usual ones where none is. */
export function shownOf(
  wanted: readonly ScheduleWord[],
  type: string,
): readonly ScheduleWord[] {
  const found = offered(type).filter((word) => wanted.includes(word));
  return found.length > 0 ? found.slice(0, mostSchedules) : usual(type);
}

export interface Scheduled {
  readonly word: ScheduleWord;
  readonly title: string;
  /** The rope in texts of the length; null where there is none. */
  readonly spec: Spec | null;
  /** Whether the weights are used to another schedule. */
  readonly instead: boolean;
  /** Why there is no such rope. */
  readonly failure: Failure | null;
}

/**
 * What a schedule makes of a rope without one: as the package stretches a small
 * model whose texts are as long.
 */
function stretchOf(schedule: StretchSchedule, first: number, to: number) {
  const heads = { num_attention_heads: 1, hidden_size: 128 };
  const config = {
    ...{ model_type: 'llama', num_hidden_layers: 1, ...heads },
    max_position_embeddings: first,
  };
  const longer = extend(config, { to, for: 'transformers', schedule });
  return readModel(longer.config).layers[0]?.spec?.scaling;
}

export interface Asked {
  readonly reading: Reading;
  /** The layer of the main tower. */
  readonly layer: Layer;
  /** The length of the texts of the first training; undefined where unknown. */
  readonly first: number | undefined;
  readonly to: number;
}

const plainOf = ({ scaling: _, ...spec }: Spec): Spec => spec as Spec;

/** The layer of the configuration that the package stretches by a schedule. */
function extended(
  { reading, layer, to }: Asked,
  schedule: StretchSchedule | undefined,
): Spec | null {
  const asked = { to, for: 'transformers', ...(schedule && { schedule }) };
  const { config } = extend(
    reading.config,
    asked as { to: number; for: 'transformers' },
  );
  const longer = readModel(config).layers[layer.index];
  return (longer?.spec as Spec | null | undefined) ?? null;
}

/** The rope of a layer by each schedule that is shown. */
export function scheduledOf(
  asked: Asked,
  words: readonly ScheduleWord[],
): readonly Scheduled[] {
  const { layer, first, to } = asked;
  const type = typeOf(asked.reading);
  const own = layer.spec as Spec | null;
  return words.map((word): Scheduled => {
    const about = { word, title: titleOf(word, type), instead: false };
    const none = { ...about, spec: null, failure: null };
    if (own === null) return none;
    const at = (spec: Spec): Spec => ({ ...spec, contextLength: to });
    if (word === 'none') return { ...none, spec: at(plainOf(own)) };
    if (word === 'own') return { ...none, spec: at(own) };
    const schedule = isStretch(word) ? word : undefined;
    const { value, failure } = attempt(() => extended(asked, schedule));
    if (value !== null) return { ...none, spec: at(value) };
    if (schedule === undefined || word === type || first === undefined) {
      return { ...none, failure };
    }
    const scaling = stretchOf(schedule, first, to);
    const spec = at({ ...plainOf(own), ...(scaling && { scaling }) } as Spec);
    return { ...none, spec, instead: type !== '' };
  });
}
