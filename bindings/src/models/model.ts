/**
 * `model`: the position encodings of a model, layer by layer, from its
 * configuration.
 */

import { PosencTypeError, show, wrongKind } from '../base/errors.js';
import type { Rope } from '../rotary/rope.js';
import type { Family } from './family.js';
import { Notes } from './notes.js';
import { mainTowers, partKeys, wrappers } from './parts.js';
import { familyWord, fitted, joined, recordOf } from './records.js';
import { isObject, Section } from './section.js';
import { type RopeMaker, towerOf } from './tower.js';
import type { Layer, Model, ModelSpec, Tower } from './types.js';

/** Deepest nesting of sections: a thinker with towers has three. */
const DEEPEST = 4;

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

/** Makes a rope of a spec, or throws as `rope` does. */
export type MakeRope = (spec: ModelSpec) => Rope;

/** Reads a configuration. */
export function readModel(config: unknown, makeRope: MakeRope): Model {
  if (!isObject(config)) {
    const rule = 'the object of a config.json';
    throw wrongKind('model', 'config', rule, config);
  }
  const notes = new Notes();
  const section = new Section('', config, notes, {});
  const reader = new Reader(notes, makeRope);
  const towers = reader.towersOf(section, undefined, 0);
  const names = Object.keys(towers);
  if (names.length === 0) {
    throw new PosencTypeError(
      `model: model_type must be a known family, got ` +
        `${show(section.raw('model_type'))}; and no key says how positions ` +
        `are encoded: looked for ${rotaryKeys.join(', ')}, and sections such ` +
        'as text_config',
      { code: 'ERR_MISSING', param: 'model_type' },
    );
  }
  const main = mainTowers.find((name) => Object.hasOwn(towers, name));
  const layers: readonly Layer[] = towers[main ?? names[0] ?? '']?.layers ?? [];
  return {
    type: section.text('model_type') ?? familyWord(section) ?? 'unknown',
    towers,
    layers,
    findings: notes.findings,
    assumed: notes.assumed,
    guessed: reader.guessed,
  };
}

/** Reads the towers of sections. */
class Reader {
  /** Whether a family was unknown and read by its keys. */
  guessed = false;
  private readonly ropes = new Map<string, Rope | null>();

  constructor(
    private readonly notes: Notes,
    private readonly makeRope: MakeRope,
  ) {}

  /**
   * The towers of a section; `fallback` is the family that its parent takes
   * where it names none.
   */
  towersOf(
    plain: Section,
    fallback: string | undefined,
    depth: number,
  ): Record<string, Tower> {
    const towers: Record<string, Tower> = {};
    const word = familyWord(plain) ?? fallback;
    const record = word === undefined ? undefined : recordOf(word);
    const section = plain.as(record ?? {});
    if (depth < DEEPEST) {
      for (const key of wrappers) {
        const inner = section.inner(key);
        if (inner)
          Object.assign(towers, this.towersOf(inner, undefined, depth + 1));
      }
      for (const [name, keys] of Object.entries(partKeys)) {
        const part = this.part(section, record, keys, name, depth);
        const own = name === 'text' ? undefined : part[name];
        if (own !== undefined) {
          // Of a pair that serves as an encoder, only its encoder acts.
          towers[name] ??= own;
          continue;
        }
        const alone = Object.keys(part).length === 1;
        for (const [inside, tower] of Object.entries(part)) {
          // The only tower of a part, or its main one, has the part's name.
          towers[alone || inside === 'text' ? name : inside] ??= tower;
        }
      }
    }
    if (record?.composite) return towers;
    if (record === undefined) {
      const rotary = rotaryKeys.some((key) => section.raw(key) !== undefined);
      if (!rotary || towers.text) return towers;
      this.guessed = true;
      section.assume(
        'model_type',
        'llama',
        'the family is unknown, but has keys of rotary encodings',
      );
    }
    const family = fitted(record ?? {}, section);
    const name = word ?? 'unknown';
    const flat = family.towers ?? { [family.tower ?? 'text']: {} };
    for (const [tower, changes] of Object.entries(flat)) {
      if (towers[tower] !== undefined) continue;
      const own = joined(family, changes);
      const seen = section.as(own);
      towers[tower] = towerOf(name, seen, fitted(own, seen), this.rope);
    }
    return towers;
  }

  /** The towers of a nested section, if there is one. */
  private part(
    section: Section,
    record: Family | undefined,
    keys: readonly string[],
    name: string,
    depth: number,
  ): Record<string, Tower> {
    const fallback = record?.parts?.[name];
    for (const key of keys) {
      const inner = section.inner(key);
      if (inner) return this.towersOf(inner, fallback, depth + 1);
    }
    if (!record?.composite || fallback === undefined) return {};
    const path = `${section.path}${keys[0]}.`;
    const empty = new Section(path, {}, this.notes, {});
    return this.towersOf(empty, fallback, depth + 1);
  }

  /** The handle of a spec, which layers with the same spec share. */
  private readonly rope: RopeMaker = (spec) => {
    const id = JSON.stringify(spec);
    let rope = this.ropes.get(id);
    if (rope === undefined) {
      rope = this.tried(spec);
      this.ropes.set(id, rope);
    }
    return rope;
  };

  private tried(spec: ModelSpec): Rope | null {
    try {
      return this.makeRope(spec);
    } catch (error) {
      // What the parameters of a file make impossible is a finding.
      const message = error instanceof Error ? error.message : String(error);
      const { param = 'rope', value } = error as {
        param?: string;
        value?: unknown;
      };
      this.notes.find(
        'error',
        'out_of_range',
        param,
        value,
        `no rotation can be made of it: ${message}`,
        'write a value that fits',
      );
      return null;
    }
  }
}
