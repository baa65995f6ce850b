// The controls of the rope: three options that are changed most, and the rest under
// "More options".

import type { DescribedParameter } from 'posenc/descriptions';
import type { SliderRange } from '../../controls/stops.js';
import { createPanel } from '../../methods/panel.js';
import { rangeIn } from '../../methods/reach.js';
import { controlNames } from '../../methods/settable.js';
import type { SpecValue } from '../../state/spec.js';
import { method } from './method.js';
import { pageParameters } from './state.js';

/** Controls besides those of the method. */
export const sceneNames = ['causal', 'likeness'] as const;
export type SceneName = (typeof sceneNames)[number];

/** What is changed most. */
const first = ['headDim', 'theta', 'scaling'];

/** What people call the options, and what schedules do. */
export const words = {
  headDim: 'Numbers of a head',
  theta: 'Base',
  scaling: 'For longer texts',
  'scaling.default': 'nothing changes',
  'scaling.linear': 'all pairs slower',
  'scaling.ntk': 'slow pairs most',
  'scaling.dynamic': 'by the length of the text',
  'scaling.yarn': 'slow pairs, sharper scores',
  'scaling.ntkByParts': 'fast pairs stay',
  'scaling.resolution': 'for larger pictures',
  'scaling.longrope': 'a divisor for each pair',
  'scaling.llama3': 'slow pairs alone',
  'scaling.proportional': 'some pairs turn',
  'scaling.factors': 'divisors of a GGUF file',
  'scaling.fope': 'several waves a pair',
  rotaryDim: 'Numbers that turn',
  rotaryStart: 'First number that turns',
  layout: 'Which two make a pair',
  frequencies: 'Speeds of the hands',
  contextLength: 'Length of the text',
  outLayout: 'Order of the result',
  axes: 'Axes of the positions',
  decay: 'Decay with distance',
  precision: 'Arithmetic',
  causal: 'Words see only earlier ones',
  likeness: 'Likeness of two words',
};

/** Ranges of sliders that show more than what models have. */
const ranges: Readonly<Record<string, Partial<SliderRange>>> = {
  headDim: { low: 2, high: 512, spacing: 'octaves' },
  rotaryDim: { low: 2, high: 512, spacing: 'octaves' },
  theta: { low: 1, high: 1e7, spacing: 'decades' },
  contextLength: { low: 1, high: 2 ** 21, spacing: 'octaves' },
};

/** The range of the slider of an option of a rope. */
export function rangeOf(
  path: string,
  parameter: DescribedParameter,
): SliderRange {
  return { ...rangeIn(method, path, parameter), ...ranges[path] };
}

export function isSceneName(name: string): name is SceneName {
  return sceneNames.some((other) => other === name);
}

export function createOptions(
  onInput: (name: string, value: SpecValue | undefined) => void,
) {
  const parameters = { ...method.parameters, ...pageParameters };
  const all = [...controlNames(method), ...sceneNames];
  return createPanel<string>({
    parameters,
    names: [...first, ...all.filter((name) => !first.includes(name))],
    first: first.length,
    words,
    range: rangeOf,
    onInput,
  });
}
