/**
 * `model`: the position encodings of a model, layer by layer, from its
 * configuration.
 */

import {
  PosencRangeError,
  PosencTypeError,
  show,
  wrongKind,
} from '../base/errors.js';
import type { Family } from './family.js';
import { type FileFacts, fileFacts, storedAs } from './gguf-facts.js';
import { lint } from './lint/index.js';
import { Notes } from './notes.js';
import { type ModelOptions, modelOptions } from './options.js';
import {
  mainTowers,
  type Part,
  partKeys,
  partOf,
  partTowers,
  wrapped,
  wrappers,
} from './parts.js';
import { familyWord, fitted, joined, recordOf } from './records.js';
import { type RopeFacts, ropeFacts } from './rope-facts.js';
import { isObject, Section } from './section.js';
import { type RopeReader, towerOf } from './tower.js';
import type { Json, LayerFacts, Model, ModelSpec, Tower } from './types.js';

/** Deepest nesting of sections: the thinker of Qwen2.5-Omni has three. */
const DEEPEST = 4;

/** Most layers of all towers together; each has a lower limit of its own. */
const MOST_LAYERS_OF_ALL = 2 ** 14;

/** The record of a family that is unknown. */
const unknown: Family = { layerTypes: true, everyKey: true };

/** Most components that all different ropes turn. */
const MOST_TURNED = 2 ** 17;

/** Keys by which a file of an unknown family is read. */
const rotaryKeys = [
  'rope_theta',
  'rope_scaling',
  'rope_parameters',
  'rotary_emb_base',
  'rotary_dim',
  'rotary_pct',
  'partial_rotary_factor',
  'rope_base',
] as const;

/**
 * Reads a configuration.
 *
 *   range    the object of a config.json, or what `readGguf` makes of a file
 *   options  how the numbers of the file are taken
 *   error    `PosencTypeError` if it is none, or if neither `model_type` nor
 *            `architectures` nor its keys say how positions are encoded; `PosencRangeError` if it has
 *            more layers than can be read. All else that is wrong is a finding
 *   cost     a pass over what the record of the family names
 */
export function readModel(
  config: unknown,
  options?: ModelOptions,
): Model<LayerFacts> {
  return readPlaces(config, options).model;
}

/** Where the file describes a tower. */
export interface TowerSection {
  /** The section of the file, as the record of the family sees it. */
  readonly section: Section;
  readonly family: Family;
  /** Section into which the class puts these keys, which the file has above it. */
  readonly nests?: string | undefined;
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };

/** A model, and the section of its main tower. */
export interface ReadPlaces {
  readonly model: Model<LayerFacts>;
  readonly main: TowerSection & { readonly tower: Tower<LayerFacts> };
}

/** Reads a configuration, as {@link readModel}. */
export function readPlaces(
  config: unknown,
  options?: ModelOptions,
): ReadPlaces {
  const { divisors } = modelOptions(options);
  if (!isObject(config) || isBytes(config)) {
    const rule =
      'the object of a config.json, or what readGguf of posenc/gguf makes of ' +
      'a GGUF file';
    throw wrongKind('model', 'config', rule, config);
  }
  const notes = new Notes(divisors);
  const section = new Section('', config, notes, {});
  const file = fileFacts(section);
  const reader = new Reader(notes, file);
  const word = familyWord(section);
  const towers = reader.towersOf(section, word, 0);
  const names = Object.keys(towers);
  if (names.length === 0) {
    const own = recordOf(word ?? '');
    if (own?.composite) throw noSections(word, own);
    throw new PosencTypeError(
      `model: model_type must be a known family, got ` +
        `${show(typeOf(section) ?? section.raw('model_type'))}; architectures ` +
        'has none; ' +
        'no key says how positions are encoded: looked for ' +
        `${rotaryKeys.join(', ')}, and sections such as text_config`,
      { code: 'ERR_MISSING', param: 'model_type' },
    );
  }
  reader.reportFailures();
  const main = mainTowers.find((name) => Object.hasOwn(towers, name));
  const tower = towers[main ?? names[0] ?? ''] as Tower<LayerFacts>;
  const model = {
    type: typeOf(section) ?? word ?? 'unknown',
    towers,
    layers: tower.layers,
    findings: notes.findings,
    assumed: notes.assumed,
    guessed: notes.guessed || (file.guessed ?? false),
  };
  const read = reader.sections.get(tower) as TowerSection;
  // What others look up must not be noted as an assumption of the model.
  const own = read.section.aside(new Notes());
  return { model, main: { ...read, section: own, tower } };
}

/** What a file calls its family: diffusers says the name of the class. */
const typeOf = (section: Section) =>
  section.text('model_type') ?? section.text('_class_name');

/** Parts of images and sounds, by the parts and words that name them. */
const otherKinds = {
  images: /(^|_)(vision|image|video|high_resolution|patch|fov)(_|$)/,
  sounds: /(^|_)(audio|speech|sound|codec)(_|$)/,
  features: /(^|_)(qformer|dit)(_|$)/,
} as const;

/** What a part of an unknown family reads, if that is no text; else `null`. */
function kindOf(section: Section, part: string): string | null {
  const name = `${part} ${section.text('model_type') ?? ''}`
    .toLowerCase()
    .replace(/[- .]/g, '_');
  const found = Object.entries(otherKinds).find(([, word]) => word.test(name));
  return found?.[0] ?? null;
}

function isBytes(value: object): boolean {
  return (
    ArrayBuffer.isView(value) ||
    Object.prototype.toString.call(value) === '[object ArrayBuffer]'
  );
}

/** Reads the towers of sections. */
class Reader {
  /** The section of each tower that was read. */
  readonly sections = new Map<Tower<LayerFacts>, Writable<TowerSection>>();

  private layers = 0;
  private turned = 0;
  private readonly ropes = new Map<string, RopeFacts | null>();
  private readonly failures: { path: string; error: unknown }[] = [];

  constructor(
    private readonly notes: Notes,
    private readonly file: FileFacts,
  ) {}

  /** The towers of a section of the family `word`. */
  towersOf(
    plain: Section,
    word: string | undefined,
    depth: number,
    defaults?: Readonly<Record<string, Json>>,
    part = '',
  ): Record<string, Tower<LayerFacts>> {
    const towers: Record<string, Tower<LayerFacts>> = {};
    const known = word === undefined ? undefined : recordOf(word);
    const record = known && defaults ? joined(known, { defaults }) : known;
    const kind = record ? null : kindOf(plain, part);
    const section = plain.as(record ?? unknown);
    const family = fitted(record ?? unknown, section);
    const whole = record && family;
    if (depth < DEEPEST) {
      for (const key of wrappers) {
        const part = wrapped(section, whole, key);
        if (part !== null) Object.assign(towers, this.partOf(part, depth));
      }
      for (const name of Object.keys(partKeys)) {
        const part = partOf(section, whole, name);
        if (part === null) continue;
        const inside = this.partOf(part, depth, name);
        for (const [own, tower] of partTowers(name, inside)) {
          towers[own] ??= tower;
          const read = this.sections.get(tower);
          if (read && part.flat) read.nests = part.flat;
        }
      }
    }
    if (family.composite) return towers;
    if (record === undefined) {
      const rotary = rotaryKeys.some((key) => section.raw(key) !== undefined);
      // Decoders whose classes set the base, and name none of those keys.
      const decoder =
        depth === 0 &&
        section.raw('rms_norm_eps') !== undefined &&
        section.fact('layers') !== null;
      if (!(rotary || decoder) || towers.text) return towers;
      if (kind !== null) {
        section.notes.find(
          'warning',
          'missing',
          `${section.path}model_type`,
          section.raw('model_type'),
          `is unknown: keys of rotary encodings do not say how a tower of ` +
            `${kind} counts positions; its layers are not read`,
          'write a family that is known',
        );
        return towers;
      }
      this.notes.guessed = true;
      section.assume(
        'model_type',
        'llama',
        rotary
          ? 'the family is unknown, but has keys of rotary encodings'
          : 'the family is unknown, but has keys of a decoder',
      );
    }
    const name = word ?? 'unknown';
    const flat = family.towers ?? { [family.tower ?? 'text']: {} };
    for (const [tower, changes] of Object.entries(flat)) {
      if (towers[tower] !== undefined) continue;
      const own = storedAs(joined(family, changes), this.file);
      const seen = section.as(own);
      const there = fitted(own, seen);
      const rope = this.ropeReader(seen.path);
      const made = towerOf(name, seen, there, rope);
      towers[tower] = made;
      const { nests } = there;
      this.sections.set(made, { section: seen, family: there, nests });
      this.layers += made.layers.length;
      if (this.layers > MOST_LAYERS_OF_ALL) {
        throw new PosencRangeError(
          `model: config must have at most ${MOST_LAYERS_OF_ALL} layers`,
          { code: 'ERR_RANGE', param: 'config' },
        );
      }
      const guessed = record === undefined;
      lint(seen, there, made, guessed, this.notes);
    }
    return towers;
  }

  /** The towers of a part. */
  private partOf(
    { section, word, flat, defaults }: Part,
    depth: number,
    name?: string,
  ) {
    const below = flat ? DEEPEST : depth + 1;
    return this.towersOf(section, word, below, defaults, name);
  }

  /** Reads the spec of a rope, once for all layers with the same. */
  private ropeReader(path: string): RopeReader {
    return (spec) => {
      const id = JSON.stringify(spec);
      let rope = this.ropes.get(id);
      if (rope === undefined) {
        rope = this.tried(spec, path);
        this.ropes.set(id, rope);
      }
      return rope;
    };
  }

  /** The facts of a spec; `null`, and a failure, if no rope can be made of it. */
  private tried(spec: ModelSpec, path: string): RopeFacts | null {
    this.turned += Number(spec.rotaryDim ?? spec.headDim);
    if (this.turned > MOST_TURNED) {
      throw new PosencRangeError(
        `model: config must have heads of at most ${MOST_TURNED} components`,
        { code: 'ERR_RANGE', param: 'config' },
      );
    }
    try {
      return ropeFacts(spec);
    } catch (error) {
      this.failures.push({ path, error });
      return null;
    }
  }

  /** Notes why there is no rope where no other finding says it. */
  reportFailures(): void {
    for (const { path, error } of this.failures) {
      if (this.notes.failed(path)) continue;
      const message = error instanceof Error ? error.message : String(error);
      const { param = 'rope', value } = error as {
        param?: string;
        value?: unknown;
      };
      this.notes.find(
        'error',
        'out_of_range',
        path + param,
        value,
        `no rotation can be made of it: ${message}`,
        'write a value that fits',
      );
    }
  }
}

/** The error for a family whose layers are in sections that the file lacks. */
function noSections(word: string | undefined, { parts = {} }: Family) {
  const named = Object.entries(parts).map(
    ([part, words]) => words.split(' ')[1] ?? partKeys[part]?.[0] ?? part,
  );
  const usual = Object.values(partKeys).flatMap(([key]) => key ?? []);
  const keys = named.length > 0 ? named : usual;
  return new PosencTypeError(
    `model: config of the family ${word} must have sections with its layers, got ` +
      `none: looked for ${keys.join(', ')}`,
    { code: 'ERR_MISSING', param: keys[0] ?? 'config' },
  );
}
