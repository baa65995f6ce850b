// The layers of a tower as the strip shows them: a pattern for what their queries
// see, and a letter for how positions come to their scores.

import type { Layer, Tower } from 'posenc/models';
import { valueWords } from '../facts/option-facts.js';
import { type Sight, sightLabel, sightOf } from '../see-words.js';
import { turnLabel } from '../turn-words.js';

/** What a mark of the strip stands for, and how many layers have it. */
export interface Entry<Mark> {
  readonly mark: Mark;
  readonly label: string;
  readonly count: number;
}

export interface Cell {
  readonly sight: Sight;
  readonly letter: string;
}

export interface Strip {
  readonly cells: readonly Cell[];
  readonly sights: readonly Entry<Sight>[];
  readonly letters: readonly Entry<string>[];
}

/** Of a layer without any position. */
export const noLetter = '\u00b7';

/** A, B … Z, then a, b … z; more ways than that no model has. */
const letterOf = (place: number): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[place] ?? '+';

function counted<Mark>(
  all: readonly { readonly mark: Mark; readonly label: string }[],
): readonly Entry<Mark>[] {
  const entries = new Map<string, Entry<Mark>>();
  for (const { mark, label } of all) {
    const id = JSON.stringify([mark, label]);
    const count = (entries.get(id)?.count ?? 0) + 1;
    entries.set(id, { mark, label, count });
  }
  return [...entries.values()];
}

/** What tells the ways of two layers apart. */
const wayOf = ({ positions }: Layer): string => JSON.stringify(positions);

/** The options in a value by their paths, such as `scaling.factor`. */
function optionsIn(value: unknown, path = ''): readonly [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path, valueWords(value)]];
  }
  return Object.entries(value).flatMap(([name, inside]) =>
    optionsIn(inside, path === '' ? name : `${path}.${name}`),
  );
}

/** The most options that tell ways apart in a legend. */
const mostTold = 2;

/** The label of each way: ways that would have one label are told apart. */
function labelsOf(ways: ReadonlyMap<string, Layer>) {
  const all = [...ways].map(([way, layer]) => {
    const { positions } = layer;
    const options = new Map(
      positions.flatMap((one, i) =>
        optionsIn(one, positions.length > 1 ? `${i}` : ''),
      ),
    );
    return { way, label: turnLabel(layer), options };
  });
  return new Map(
    all.map(({ way, label, options }) => {
      const alike = all.filter((one) => one.label === label);
      const told = [...new Set(alike.flatMap((one) => [...one.options.keys()]))]
        .filter((name) =>
          alike.some((one) => one.options.get(name) !== options.get(name)),
        )
        .slice(0, mostTold)
        .map((name) => `${name} ${options.get(name) ?? 'not set'}`);
      const own = told.length > 0 ? ` with ${told.join(' and ')}` : '';
      return [way, label + own] as const;
    }),
  );
}

export function stripOf({ layers }: Pick<Tower, 'layers'>): Strip {
  const distinct = new Map<string, Layer>();
  for (const layer of layers) {
    const way = wayOf(layer);
    if (!distinct.has(way)) distinct.set(way, layer);
  }
  const labels = labelsOf(distinct);
  const ways = [...distinct]
    .filter(([, { positions }]) => positions.length > 0)
    .map(([way]) => way);
  const cells = layers.map((layer): Cell => {
    const none = layer.positions.length === 0;
    return {
      sight: sightOf(layer),
      letter: none ? noLetter : letterOf(ways.indexOf(wayOf(layer))),
    };
  });
  const labelled = <Mark>(
    mark: (cell: Cell) => Mark,
    label: (layer: Layer) => string,
  ) =>
    counted(
      cells.map((cell, i) => ({
        mark: mark(cell),
        label: label(layers[i] as Layer),
      })),
    );
  return {
    cells,
    sights: labelled(({ sight }) => sight, sightLabel),
    letters: labelled(
      ({ letter }) => letter,
      (layer) => labels.get(wayOf(layer)) ?? '',
    ),
  };
}

/**
 * The number of the layer that is shown: the nearest one that there is. Without a
 * number, the first that turns and sees all tokens, or the first that turns.
 */
export function layerShown(
  wanted: number,
  { layers }: Pick<Tower, 'layers'>,
): number {
  if (Number.isNaN(wanted)) {
    const turning = layers.filter(({ spec }) => spec !== null);
    const open = turning.find(({ attention }) => attention === 'full');
    return (open ?? turning[0] ?? layers[0])?.index ?? 0;
  }
  return Math.min(layers.length - 1, Math.max(0, Math.round(wanted)));
}
