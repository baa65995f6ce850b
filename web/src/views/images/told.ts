// What saved files of this view say of a way.

import { type Asked, callsOf, thetas } from './calls.js';
import { type Own, wayOf } from './ways.js';
import { howNames } from './words.js';

/** The options that a way takes, without those that the package defaults to. */
function ownOf({ way, options }: Asked, head: number) {
  const values: Readonly<Record<Own, number>> = { ...options, head };
  const theta = way === 'axial' || way === 'mixed' ? thetas[way] : Number.NaN;
  const held = Number.isNaN(values.theta) ? { ...values, theta } : values;
  return Object.fromEntries(
    wayOf(way)
      .takes.map((name) => [name, held[name]] as const)
      .filter(([, value]) => !Number.isNaN(value)),
  );
}

export function toldOf(asked: Asked, head: number) {
  const { way, grid, larger } = asked;
  const own = ownOf(asked, head);
  const calls = callsOf(asked);
  const { method } = calls.kind === 'table' ? calls.first : calls.rope;
  const to = larger?.to ?? grid;
  const how = larger ? `-${larger.how}` : '';
  const caption = [
    wayOf(way).title,
    `${to[0]} × ${to[1]} patches`,
    ...(larger ? [`${howNames[larger.how]} from ${grid[0]} × ${grid[1]}`] : []),
    ...Object.entries(own).map(([name, value]) => `${name} ${value}`),
  ];
  return {
    name: `images-${way}-${to[0]}x${to[1]}${how}`,
    caption: caption.join(' · '),
    spec: { method, way, grid, ...(larger ?? {}), ...own },
  };
}
