// The controls of what is drawn: how far, on which axis, and where the query stands.

import { createGroup } from '../../controls/group.js';
import type { SliderRange } from '../../controls/stops.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { byQuery, effectOf, isGrid } from './methods.js';
import { type BiasState, pageParameters, pageWords } from './state.js';

type Name = keyof typeof pageParameters;
const names = Object.keys(pageParameters) as Name[];

const ranges: Readonly<Record<Name, SliderRange>> = {
  reach: { low: 1, high: 100_000, spacing: 'octaves', integer: true },
  at: { low: 0, high: 100_000, spacing: 'decades', integer: true },
  down: { low: -13, high: 13, spacing: 'even', integer: true },
  size: { low: 2, high: 128, spacing: 'octaves', integer: true },
  log: { low: 0, high: 1, spacing: 'even', integer: true },
  raw: { low: 0, high: 1, spacing: 'even', integer: true },
};

/** Which of the controls a bias has. */
export function namesFor({ spec }: Pick<BiasState, 'spec'>): readonly Name[] {
  const grid = isGrid(spec);
  return names.filter((name) => {
    if (name === 'down') return grid;
    if (name === 'at') return byQuery(spec);
    if (name === 'raw') return effectOf(spec) === 'weight';
    return !grid;
  });
}

export function createScene(
  set: (patch: Partial<Pick<BiasState, Name>>) => void,
) {
  const group = createGroup({
    parameters: pageParameters,
    names,
    words: pageWords,
    range: (path) => ranges[path as Name],
    onInput: (name, value) => set({ [name]: value ?? Number.NaN }),
  });
  const { elements } = group;
  return {
    element: h('div', { class: 'scene' }, ...elements),
    show(state: BiasState): void {
      const shown = namesFor(state);
      names.forEach((name, i) => {
        const element = elements[i];
        if (element) element.hidden = !shown.includes(name);
      });
      const { reach, at, down, size, log, raw } = state;
      group.show({ reach, at, down, size, log, raw });
    },
    /** Positions of keys and queries that the package refuses are too far. */
    fail(failure: Failure | null): boolean {
      const far = /^(?:key|query)Positions\b/.test(failure?.param ?? '');
      return group.fail(
        failure && far ? { ...failure, param: 'reach' } : failure,
      );
    },
  };
}
