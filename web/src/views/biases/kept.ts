// What saved files of this view say of the bias.

import { lean } from '../../methods/defaults.js';
import { setOptions } from './fill.js';
import { methodOf } from './methods.js';
import { modelOf, optionWords } from './models.js';
import type { BiasState } from './state.js';
import { originWords } from './words.js';

/** What every saved file of a bias has; `about` says what else it is of. */
export function toldOf(
  { spec }: Pick<BiasState, 'spec'>,
  name: string,
  about: string,
) {
  const method = methodOf(spec);
  const parts = [method.title, modelOf(spec) || optionWords(spec), about];
  return {
    name: `${method.name}-${name}`,
    caption: `${parts.filter(Boolean).join(' · ')} · ${originWords(spec)}`,
    spec: lean(method, setOptions(spec)),
  };
}
