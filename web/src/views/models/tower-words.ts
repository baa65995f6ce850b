// The towers of a model, in words.

import type { Model, Tower } from 'posenc/models';
import { writeCount } from '../../plot/ticks.js';
import type { NamedTower, Reading } from './reading.js';
import { spaced } from './see-words.js';

/** A model as it is shown: its name, a tower, and the number of a layer. */
export interface Shown {
  readonly name: string;
  readonly tower: Tower;
  readonly at: number;
}

/** The tower that a state shows: the main one where there is none of that name. */
export const towerShown = (
  { towers }: Pick<Reading, 'towers'>,
  wanted: string,
): NamedTower => towers.find(({ name }) => name === wanted) ?? towers[0];

export const towerTitle = (name: string): string => {
  const words = spaced(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const plural = (count: number, word: string): string =>
  `${writeCount(count)} ${word}${count === 1 ? '' : 's'}`;

/** A tower in one line: its family, its layers, and what it reads. */
export function towerWords({ guessed }: Model, tower: Tower): string {
  const { family, layers, width, grid, prefix, suffix } = tower;
  const parts = [
    `${guessed ? 'family unknown, read as' : 'family'} ${family}`,
    plural(layers.length, 'layer'),
    ...(width === null ? [] : [`vectors of ${writeCount(width)}`]),
    ...(grid ? [`cells ${grid.map(writeCount).join(' \u00d7 ')}`] : []),
    ...(prefix > 0 ? [`${plural(prefix, 'token')} before them`] : []),
    ...(suffix > 0 ? [`${plural(suffix, 'token')} behind them`] : []),
  ];
  return parts.join(' \u00b7 ');
}

/** Whether a number can be the length of a text. */
export const isLength = (to: number): boolean =>
  Number.isInteger(to) && to >= 1 && to < 2 ** 31;
