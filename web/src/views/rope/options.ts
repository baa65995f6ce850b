// The controls of the rope: a model to begin with, four options, and the rest
// under "More options".

import { methods } from 'posenc/descriptions';
import type { SliderRange } from '../../controls/stops.js';
import { createPanel } from '../../methods/panel.js';
import { rangeIn } from '../../methods/reach.js';
import { controlNames } from '../../methods/tables.js';
import type { Failure } from '../../shell/failure.js';
import type { Options, SpecValue } from '../../state/spec.js';
import { createFold } from './fold.js';
import { method, pageParameters } from './state.js';

const { causal } = methods.attention.parameters;

/** Controls besides those of the method. */
export const sceneNames = ['causal', 'likeness'] as const;
export type SceneName = (typeof sceneNames)[number];

/** What is changed most. */
const first = ['headDim', 'theta', 'scaling'];

/** Ranges of sliders that show more than what models have. */
const ranges: Readonly<Record<string, Partial<SliderRange>>> = {
  headDim: { low: 2, high: 512, spacing: 'octaves' },
  rotaryDim: { low: 2, high: 512, spacing: 'octaves' },
  theta: { low: 1, high: 1e7, spacing: 'decades' },
  contextLength: { low: 1, high: 2 ** 21, spacing: 'octaves' },
};

export function isSceneName(name: string): name is SceneName {
  return sceneNames.some((other) => other === name);
}

export function createOptions(
  onInput: (name: string, value: SpecValue | undefined) => void,
) {
  const parameters = {
    ...method.parameters,
    causal,
    likeness: pageParameters.likeness,
  };
  const all = [...controlNames(method), ...sceneNames];
  const panelOf = (names: readonly string[]) =>
    createPanel<string>({
      parameters,
      names,
      range: (path, parameter) => ({
        ...rangeIn(method, path, parameter),
        ...ranges[path],
      }),
      onInput,
    });
  const main = panelOf(all.filter((name) => first.includes(name)));
  const more = panelOf(all.filter((name) => !first.includes(name)));
  const fold = createFold('More options', more.element);
  return {
    elements: [main.element, fold],
    show(options: Options): void {
      main.show(options);
      more.show(options);
    },
    fail(failure: Failure | null): boolean {
      // Each of them has to remove what it showed before.
      const [here, there] = [main.fail(failure), more.fail(failure)];
      // What is wrong is in sight.
      if (there) fold.open = true;
      return here || there;
    },
  };
}
