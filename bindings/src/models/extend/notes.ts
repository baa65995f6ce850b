/** What a stretch costs, why its numbers are so, and what engines leave out. */

import type { LayerFacts, Tower } from '../types.js';
import { sectionOf } from './change.js';
import { turns } from './open-layers.js';
import type { Engine, SettingNote } from './options.js';
import { changedPairs } from './pairs.js';
import type { Wanted } from './settings.js';

/** The largest factor that cards of models such as Qwen name without training. */
const USUAL_FACTOR = 4;

/** What is told about a stretch. */
interface Told extends Wanted {
  /** The tower as the given configuration has it. */
  readonly before: Tower<LayerFacts>;
}

/** A key, and what there is to say of it. */
type Said = readonly [key: string, why: string];

const STOPS = 'the engine stops above what the model reaches';
const OPEN = 'the engine has no limit';

/** The flag or key of the longest text, and what each engine does with it. */
const lengths: Record<Engine, Said> = {
  vllm: ['--max-model-len', STOPS],
  sglang: ['--context-length', STOPS],
  transformers: ['max_position_embeddings', OPEN],
  'llama.cpp': ['--ctx-size', 'the server cuts texts there'],
  mlx: ['max_position_embeddings', OPEN],
  ollama: ['num_ctx', 'ollama cuts it to context_length of the GGUF file'],
};

/** Engines whose override replaces the object of rope parameters as a whole. */
const restating: readonly Engine[] = ['vllm', 'sglang', 'transformers'];

/** What engines do not read. */
const ignored: Partial<Record<Engine, Said>> = {
  vllm: ['--rope-scaling', 'is no flag any more'],
  'llama.cpp': ['--yarn-attn-factor', 'is overwritten by 0.1 ln(factor) + 1'],
  ollama: [
    'PARAMETER',
    'has no word for ropes: write the keys into the GGUF file',
  ],
};

/** The notes of a stretch, numbers first. */
export function notesOf(engine: Engine, told: Told): readonly SettingNote[] {
  const { to, stretch, change, tower, sees, place } = told;
  const { type, factor, original, reach, unused, why } = stretch;
  const notes: SettingNote[] = [];
  const number = (key: string, value: number, why: string) =>
    notes.push({ about: 'number', key, value, why });
  const [key, reason] = lengths[engine];
  const longest = [...change.path.slice(0, -1), change.maxKey].join('.');
  const raised = () => {
    if (change.max !== null) number(longest, change.max, 'programs serve this');
  };
  if (unused !== null) {
    const why = `${type} grows from ${longest}`;
    notes.push({ about: 'ignored', key: 'original', value: unused, why });
  }
  if (factor === null) {
    number('to', to, `is not above ${reach}, which the model reaches as it is`);
    raised();
    number(key, to, reason);
    return notes;
  }
  const path = change.path.join('.');
  number(`${path}.factor`, factor, why);
  if (type === 'yarn') {
    const first = `${path}.original_max_position_embeddings`;
    number(first, original, 'the first training');
  }
  raised();
  const open = tower.layers.filter(turns).find(sees);
  const { theta } = open?.spec ?? {};
  if (restating.includes(engine) && theta !== undefined) {
    const kept = engine === 'vllm' && sectionOf(place).length > 0;
    const whole = kept ? '' : ', as the object is replaced whole';
    number('rope_theta', theta, `of the file${whole}`);
  }
  number(key, to, reason);
  const [name, less] = ignored[engine] ?? [];
  if (name !== undefined && less !== undefined) {
    notes.push({ about: 'ignored', key: name, value: null, why: less });
  }
  return [...notes, ...change.notes, ...costs(told, factor)];
}

/** What a stretch costs at all lengths. */
function costs(
  { sees, stretch, tower, before }: Told,
  factor: number,
): readonly SettingNote[] {
  const notes: SettingNote[] = [];
  const add = (key: string, value: number, why: string) =>
    notes.push({ about: 'cost', key, value, why });
  const layers = tower.layers.filter(turns);
  const open = layers.find(sees);
  const first = before.layers.filter(turns).find(sees);
  if (open && first) {
    const { type } = stretch;
    if (type === 'yarn' || type === 'dynamic') {
      const { pairs, slower } = changedPairs(first.spec, open.spec);
      const when = type === 'yarn' ? ', in short texts, too' : ' in long texts';
      add('frequencies', slower, `of ${pairs} pairs turn slower${when}`);
    } else {
      add('frequencies', factor, 'divides those of short texts, too');
    }
    const ratio = open.temperature.rotated / first.temperature.rotated;
    if (ratio !== 1) {
      add('temperature', ratio, 'multiplies scores of short texts, too');
    }
  }
  if (factor > USUAL_FACTOR) {
    const most = `is above ${USUAL_FACTOR}: test long texts`;
    add('factor', factor, most);
  }
  const slid = layers.filter((layer) => !sees(layer) && layer.spec.scaling);
  if (slid.length > 0) {
    add('windows', slid.length, 'layers with windows turn slower');
  }
  const still = tower.layers.filter((layer) => sees(layer) && !turns(layer));
  if (still.length > 0) {
    add('layers', still.length, 'layers do not turn');
  }
  return notes;
}
