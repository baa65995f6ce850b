// The maps that the view draws of both configurations.

import { signed, spanned } from '../../../figures/scale.js';
import { methodNamed } from '../../../methods/described/all.js';
import { type Attended, gridOf } from '../numbers/attend.js';
import { type BySide, bySide, sides } from '../state/state.js';
import type { Subject } from './maps.js';

/**
 * The maps of a head term by term: the scores, what they are the sum of, and the
 * weights with their gate. None where the scores are one term, and no gate is
 * there: the main figure has shown them.
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
  if (terms.length === 0 && !gated) return [];
  return [
    {
      ...{ name: 'scores', title: 'Scores', scale: spanned },
      hint: terms.length === 0 ? '' : 'the sum of these terms',
      grids: grids((one) => one.scores),
    },
    ...terms.map(
      (name): Subject => ({
        ...{ name, title: termTitle(name), scale: signed },
        ...{ hint: name, term: true },
        grids: grids((one) => one.terms[name]),
      }),
    ),
    {
      ...{ name: 'weights', title: 'Weights', scale: spanned },
      hint: 'shares of the softmax, with the gate where there is one',
      grids: grids((one) => one.weights),
    },
    ...(gated
      ? [
          {
            ...{ name: 'gate', title: 'Gate', scale: spanned },
            hint: 'factor of the weights',
            grids: grids((one) => one.gate),
          },
        ]
      : []),
  ];
}

/** A term in plain words; its name in the package stands beside it. */
function termTitle(name: string): string {
  if (name === 'content') return 'What the words say';
  const method = methodNamed(name);
  return method?.title ?? `Term ${name}`;
}
