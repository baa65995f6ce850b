// What tests of this view share: all configurations of the page, with what the
// package says of them.

import type { Layer, Tower } from 'posenc/models';
import { knownModels } from '../../../plugins/known-models.js';
import { type Reading, readConfig } from './reading.js';

export interface Read {
  readonly name: string;
  readonly reading: Reading;
}

export const allRead: readonly Read[] = knownModels().map(
  ({ name, config }) => ({ name, reading: readConfig(config) }),
);

/** What is read of a configuration of the page, by its name. */
export function readingNamed(wanted: string): Reading {
  const found = allRead.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no configuration is ${wanted}`);
  return found.reading;
}

/** Every layer that differs from those before it, with words that name it. */
export function everyLayer(
  told: (layer: Layer, tower: Tower, where: string) => void,
): void {
  for (const { name, reading } of allRead) {
    for (const { name: part, tower } of reading.towers) {
      const seen = new Set<string>();
      for (const layer of tower.layers) {
        const { index: _, decay, ...rest } = layer;
        const id = JSON.stringify([rest, decay?.law]);
        if (seen.has(id)) continue;
        seen.add(id);
        told(layer, tower, `${name}, ${part}, layer ${layer.index}`);
      }
    }
  }
}

/** The numbers in a text of the page, as values. */
export const numbersIn = (text: string): readonly number[] =>
  [
    ...text
      .replaceAll('\u202f', '')
      .replaceAll('\u2212', '-')
      .matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g),
  ].map(([number]) => Number(number));
