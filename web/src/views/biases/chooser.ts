// The choice of a bias, and of a model whose bias is known.

import { freshId, h } from '../../shell/dom.js';
import { biases } from './methods.js';
import { modelGroups } from './models.js';

export interface Choice {
  readonly element: HTMLElement;
  show(method: string, model: string): void;
}

export function createChoice(
  chooseMethod: (name: string) => void,
  chooseModel: (name: string) => void,
): Choice {
  const [methodId, modelId] = [freshId('bias'), freshId('model')];
  const methods = h(
    'select',
    { id: methodId, 'data-choice': 'method' },
    ...biases.map(({ name, title }) => h('option', { value: name }, title)),
  );
  const models = h(
    'select',
    { id: modelId, 'data-choice': 'model' },
    h('option', { value: '' }, 'none of these models'),
    ...modelGroups.map(({ method, known, models: own }) =>
      h(
        'optgroup',
        { label: known ? method.title : `${method.title} (no trained table)` },
        ...own.map(({ name }) => h('option', { value: name }, name)),
      ),
    ),
  );
  methods.addEventListener('change', () => chooseMethod(methods.value));
  models.addEventListener('change', () => chooseModel(models.value));
  return {
    element: h(
      'div',
      { class: 'bias-choice' },
      h('label', { for: methodId }, 'Bias'),
      methods,
      h('label', { for: modelId }, 'A model with these options'),
      models,
    ),
    show(method, model) {
      methods.value = method;
      models.value = model;
    },
  };
}
