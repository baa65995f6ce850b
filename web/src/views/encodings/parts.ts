// Words, presets and controls of each method. Presets and controls are made
// when the method is first shown.

import type { MethodDescription } from 'posenc/descriptions';
import { effective, isPreset } from '../../methods/defaults.js';
import {
  createIntro,
  createPitfalls,
  type Intro,
} from '../../methods/intro.js';
import { createPanel, type Panel } from '../../methods/panel.js';
import { createPresets, type Presets } from '../../methods/presets.js';
import { rangeIn } from '../../methods/reach.js';
import { controlNames } from '../../methods/settable.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { Spec, SpecValue } from '../../state/spec.js';

/** What people call the options that most tables have, and those shown first. */
const words = {
  length: 'Positions',
  dim: 'Vector width',
  base: 'Slowest wave',
  grid: 'Rows and columns of the grid',
  layout: 'Order of sines and cosines',
  start: 'First position',
  step: 'Step between positions',
  dtype: 'Number format',
  precision: 'Arithmetic',
  basis: 'Family of polynomials',
  shortest: 'Half-life of the first column',
  longest: 'Half-life of the last column',
  seqLength: 'Length of the sequence',
  deviation: 'Spread of the frequencies',
  seed: 'Seed of the random numbers',
  kind: 'Kind of code',
  from: 'Grid of the learned table',
  to: 'New grid',
  tableLength: 'Rows of the learned table',
  window: 'Rows of a window',
};

export interface PartsEvents {
  /** `value` is undefined when the option is left out. */
  set(name: string, value: SpecValue | undefined): void;
  preset(name: string): void;
}

interface Part {
  readonly intro: Intro;
  readonly presets: Presets;
  readonly panel: Panel;
  readonly pitfalls: HTMLElement;
}

/** Those of the example first, then those that people have words for. */
function ordered(method: MethodDescription): readonly string[] {
  const names = controlNames(method);
  const seen = [...Object.keys(method.example ?? {}), ...Object.keys(words)];
  return [...new Set([...seen, ...names])].filter((one) => names.includes(one));
}

export function createParts(events: PartsEvents) {
  const made = new Map<string, Part>();
  const intro = h('div');
  const presets = h('div');
  const lead = h('div');
  const panel = h('div');
  const pitfalls = h('div', { class: 'kept' });
  let shown: Part | null = null;

  function make(method: MethodDescription): Part {
    return {
      intro: createIntro(method),
      presets: createPresets(method, events.preset),
      panel: createPanel({
        parameters: method.parameters,
        names: ordered(method),
        words,
        first: 4,
        leads: true,
        range: (path, parameter) => rangeIn(method, path, parameter),
        onInput: events.set,
      }),
      pitfalls: createPitfalls(method),
    };
  }

  return {
    intro,
    presets,
    /** The control that is wanted most, apart from the panel of the others. */
    lead,
    panel,
    pitfalls,
    show(method: MethodDescription, spec: Spec): void {
      const part = made.get(method.name) ?? make(method);
      made.set(method.name, part);
      if (part !== shown) {
        shown = part;
        presets.replaceChildren(part.presets.element);
        lead.replaceChildren(part.panel.lead);
        panel.replaceChildren(part.panel.element);
        pitfalls.replaceChildren(part.pitfalls);
        intro.replaceChildren(part.intro.element);
      }
      const now = effective(method, spec);
      part.panel.show(now);
      part.intro.show(now);
      part.presets.show((name) => isPreset(method, spec, name));
    },
    /** Puts a failure beside its control; false when it has no control. */
    fail: (failure: Failure | null) => shown?.panel.fail(failure) ?? false,
  };
}
