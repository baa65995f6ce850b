// `virtual:known-ropes`: the ropes of the well-known models that the page offers, read
// from their configurations while the page is built.

import type { RopeSpec } from 'posenc/rotary';
import type { Plugin } from 'vite';
import { groups } from '../src/views/models/list.js';
import { reachOf, readConfig } from '../src/views/models/reading.js';
import { layerShown } from '../src/views/models/strip/layer-kinds.js';
import { firstTraining } from '../src/views/models/waves/waves.js';
import type { KnownRope } from '../src/views/precision/ropes.js';
import { knownModels } from './known-models.js';

const name = 'virtual:known-ropes';
const resolved = `\0${name}`;

/** Axes on which all positions of a text are the same. */
const ofTexts: readonly unknown[] = [
  undefined,
  'sections',
  'interleaved',
  'alternating',
];

/** Whether the positions of its rows are those of the tokens of a text. */
const readsTexts = ({ axes }: RopeSpec): boolean =>
  ofTexts.includes((axes as { readonly type?: unknown } | undefined)?.type);

/** Schedules that depend on the length of the text. */
const byLength: readonly unknown[] = ['dynamic', 'longrope'];

/** The rope of the layer that the view of models shows first, for its longest text. */
export const knownRopes = (): readonly KnownRope[] =>
  knownModels()
    .filter(({ group }) => group !== groups.at(-1))
    .flatMap(({ name, config }): KnownRope[] => {
      const { model } = readConfig(config);
      const layer = model.layers[layerShown(Number.NaN, model)];
      const spec = layer?.spec ?? null;
      if (!layer || spec === null || !readsTexts(spec)) return [];
      const context = reachOf(config) ?? null;
      const { scaling } = spec as { readonly scaling?: { type?: unknown } };
      const long = context !== null && byLength.includes(scaling?.type);
      return [
        {
          ...{ name, layer: layer.index, context },
          trained: firstTraining(layer) ?? null,
          spec: long ? { ...spec, contextLength: context } : spec,
        },
      ];
    });

export function ropesOfModels(): Plugin {
  return {
    name: 'known-ropes',
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      // A text is read faster than a literal.
      const text = JSON.stringify(JSON.stringify(knownRopes()));
      return `export const known = JSON.parse(${text});`;
    },
  };
}
