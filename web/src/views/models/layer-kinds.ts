// The layers of a tower as the strip shows them: a pattern for what their queries
// see, and a letter for how positions come to their scores.

import type { Layer, Tower } from 'posenc/models';
import { type Sight, sightLabel, sightOf } from './see-words.js';
import { turnLabel } from './turn-words.js';

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
const wayOf = ({ positions, spec }: Layer): string =>
  JSON.stringify(spec ? [positions.length, spec] : positions);

export function stripOf({ layers }: Pick<Tower, 'layers'>): Strip {
  const ways = [
    ...new Set(
      layers.filter(({ positions }) => positions.length > 0).map(wayOf),
    ),
  ];
  const cells = layers.map((layer): Cell => {
    const none = layer.positions.length === 0;
    return {
      sight: sightOf(layer),
      letter: none ? noLetter : letterOf(ways.indexOf(wayOf(layer))),
    };
  });
  const labelled = <Mark>(
    mark: (cell: Cell) => Mark,
    label: typeof turnLabel,
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
    letters: labelled(({ letter }) => letter, turnLabel),
  };
}

/**
 * The number of the layer that is shown: the nearest one that there is. Without a
 * number, the first that turns and sees all tokens, or the first that turns.
 */
export function layerShown(wanted: number, { layers }: Tower): number {
  if (Number.isNaN(wanted)) {
    const turning = layers.filter(({ spec }) => spec !== null);
    const open = turning.find(({ attention }) => attention === 'full');
    return (open ?? turning[0] ?? layers[0])?.index ?? 0;
  }
  return Math.min(layers.length - 1, Math.max(0, Math.round(wanted)));
}
