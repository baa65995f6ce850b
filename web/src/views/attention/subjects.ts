// The maps that the view draws of both configurations.

import { type Attended, gridOf } from './attend.js';
import { type BySide, bySide } from './computed.js';
import type { Subject } from './maps.js';
import { sides } from './state.js';

/**
 * The maps of a head: scores, weights, what the scores are the sum of unless
 * that is one term, and the gate.
 */
export function subjectsOf(all: BySide<Attended>, head: number): Subject[] {
  const grids = (pick: (one: Attended) => Attended['scores'] | undefined) =>
    bySide((side) => {
      const sheets = pick(all[side]);
      return sheets ? gridOf(sheets, head) : null;
    });
  const names = new Set(sides.flatMap((side) => Object.keys(all[side].terms)));
  const gated = sides.some((side) => all[side].gate);
  const terms = names.size > 1 ? [...names] : [];
  return [
    {
      ...{ name: 'scores', kind: 'diverging', hint: '' },
      grids: grids((one) => one.scores),
    },
    {
      ...{ name: 'weights', kind: 'sequential', hint: '' },
      grids: grids((one) => one.weights),
    },
    ...terms.map(
      (name): Subject => ({
        ...{ name, kind: 'diverging', hint: 'one term of the scores' },
        term: true,
        grids: grids((one) => one.terms[name]),
      }),
    ),
    ...(gated
      ? [
          {
            ...{ name: 'gate', kind: 'diverging' as const },
            hint: 'factor of the weights',
            grids: grids((one) => one.gate),
          },
        ]
      : []),
  ];
}
