// Methods that other views of the page show, with the addresses at which they
// do, so that whoever searches for one here is led there. They are loaded when
// somebody searches.

import '../methods/described/rest/ropes.js';
import '../methods/described/rest/terms.js';
import type { Family, MethodDescription } from 'posenc/descriptions';
import { allMethods } from '../methods/described/all.js';
import { writeAddress } from '../state/hash.js';
import { spelled } from './chooser-search.js';

/** What the methods of a family do, and the words by which they are sought. */
interface Place {
  readonly family: Family;
  readonly view: string;
  readonly does: string;
  readonly aliases: string;
  address(method: MethodDescription): string;
}

/** What attention itself gives to a method. */
const given = ['heads', 'keyHeads', 'headDim', 'queries', 'keys'];

/** Numbers of the example that have no default, such as a reach. */
function numbersOf({ example = {}, parameters }: MethodDescription) {
  return Object.entries(example).filter(([name, value]) => {
    const parameter = parameters[name];
    const usual = parameter && 'default' in parameter && parameter.default;
    return typeof value === 'number' && !usual && !given.includes(name);
  });
}

const inAttention = (family: Family) => (method: MethodDescription) =>
  writeAddress(
    'attention',
    [['method', method.name], ...numbersOf(method)]
      .map(([name, value]) => `b.${family}.${name}=${value}`)
      .join('&'),
  );

const places: readonly Place[] = [
  {
    family: 'rotation',
    view: 'RoPE',
    does: 'Turns queries and keys',
    aliases: 'rotary rotation yarn ntk xpos context',
    address: () => writeAddress('rope', ''),
  },
  {
    family: 'bias',
    view: 'Attention',
    does: 'Added to the scores',
    aliases: 'bias distance relative linear buckets t5 alibi',
    address: inAttention('bias'),
  },
  {
    family: 'relative',
    view: 'Attention',
    does: 'Added to the scores, from content',
    aliases: 'relative content transformer-xl',
    address: inAttention('relative'),
  },
  {
    family: 'gate',
    view: 'Attention',
    does: 'Multiplies the weights',
    aliases: 'gate relative weights',
    address: inAttention('gate'),
  },
];

export interface Elsewhere {
  readonly title: string;
  /** The view that shows it. */
  readonly view: string;
  readonly does: string;
  readonly address: string;
  /** The words by which it is found. */
  readonly text: string;
}

/** All of them, in the order of families. Those of images have no view yet. */
export const elsewhere: readonly Elsewhere[] = places.flatMap(
  ({ family, view, does, aliases, address }) =>
    allMethods
      .filter((one) => one.family === family)
      .filter(({ parameters }) => !Object.hasOwn(parameters, 'grid'))
      .map((method) => {
        const { name, title, summary, paper, presets } = method;
        const words = [name, title, summary, paper?.authors, aliases];
        return {
          ...{ title, view, does, address: address(method) },
          text: spelled([...words, ...Object.keys(presets)].join(' ')),
        };
      }),
);
