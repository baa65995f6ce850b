// Words and controls of each bias. Controls are made when it is first shown.

import type { MethodDescription } from 'posenc/descriptions';
import { effective } from '../../methods/defaults.js';
import {
  createIntro,
  createPitfalls,
  type Intro,
} from '../../methods/intro.js';
import { docOf } from '../../methods/late.js';
import { createPanel, type Panel } from '../../methods/panel.js';
import { rangeIn } from '../../methods/reach.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { Spec, SpecValue } from '../../state/spec.js';
import { ownNames } from './methods.js';

/** What people call the options. */
const words = {
  heads: 'Heads',
  form: 'Form',
  maxBias: 'Halvings of the last slope',
  order: 'Order of the slopes',
  biasScale: 'Factor of all numbers',
  law: 'Whose slopes',
  layer: 'Layer',
  layers: 'Layers of the model',
  buckets: 'Rows of the table',
  maxDistance: 'Distance of the last row',
  bidirectional: 'Keys on both sides',
  positionScale: 'Factor of distances',
  left: 'Rows before the query',
  right: 'Rows after the query',
  beyond: 'Farther distances get',
  grid: 'Rows and columns of the grid',
  prefix: 'Tokens before the cells',
  tableGrid: 'Grid of the table',
  trainedGrid: 'Grid of the training',
  mode: 'Kernel of the resampling',
  hidden: 'Hidden units',
  seed: 'Seed of the numbers',
  minimum: 'Smallest learned number',
  c: 'Factor inside the logarithm',
  threshold: 'First position that counts',
  thresholdFactor: 'Factor of that position',
  dim: 'Width of the waves',
  base: 'Slowest wave',
  compression: 'Divisor of the last head',
  logDistance: 'Logarithm of the distance',
  normEpsilon: 'Added to variances',
};

interface Part {
  readonly intro: Intro;
  readonly panel: Panel;
  readonly pitfalls: HTMLElement;
}

/** The options that are seen without opening more of them. */
const first = 3;

/** `set`: an option has another value, or undefined where it is left out. */
export function createParts(
  set: (name: string, value: SpecValue | undefined) => void,
) {
  const made = new Map<string, Part>();
  const [intro, panel] = [h('div'), h('div')];
  const pitfalls = h('div', { class: 'kept' });
  let shown: Part | null = null;

  const make = (method: MethodDescription): Part => ({
    intro: createIntro(method),
    panel: createPanel({
      parameters: method.parameters,
      names: ownNames(method),
      ...{ words, first, docOf },
      range: (path, parameter) =>
        path === 'heads'
          ? { low: 1, high: 128, spacing: 'octaves', integer: true }
          : rangeIn(method, path, parameter),
      onInput: set,
    }),
    pitfalls: createPitfalls(method),
  });

  return {
    ...{ intro, panel, pitfalls },
    show(method: MethodDescription, spec: Spec): void {
      const part = made.get(method.name) ?? make(method);
      made.set(method.name, part);
      if (part !== shown) {
        shown = part;
        intro.replaceChildren(part.intro.element);
        panel.replaceChildren(part.panel.element);
        pitfalls.replaceChildren(part.pitfalls);
      }
      const now = effective(method, spec);
      part.panel.show(now);
      part.intro.show(now);
    },
    /** Puts a failure beside its control; false when it has no control. */
    fail: (failure: Failure | null) => shown?.panel.fail(failure) ?? false,
  };
}
