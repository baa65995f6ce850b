// What saved files of this view say of the rope.

import { lean } from '../../methods/defaults.js';
import { optionsOf, type Spec } from '../../state/spec.js';
import { modelOf } from './lengths.js';
import { method } from './method.js';

/** A rope in words: its model, or its options. */
export function ropeWords(spec: Spec): string {
  const model = modelOf(method, spec);
  if (model !== undefined) return `RoPE of ${model}`;
  const options = Object.entries(optionsOf(lean(method, spec)));
  const written = options.map(
    ([name, value]) =>
      `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return ['RoPE', ...written].join(' · ');
}

/** What every saved file of a rope has; `about` says what else it is of. */
export function toldOf(spec: Spec, name: string, about = '') {
  const caption = [ropeWords(spec), ...(about === '' ? [] : [about])];
  const told = lean(method, spec);
  return { name: `rope-${name}`, caption: caption.join(' · '), spec: told };
}
