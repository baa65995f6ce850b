// The choice of a second rope.

import type { Spec } from '../../../state/spec.js';
import { modelOf } from '../lengths.js';
import { method } from '../method.js';
import { createModels, type Models } from '../models.js';
import { ownName } from './address.js';

export function createChoice(choose: (name: string) => void): Models {
  return createModels(method, {
    label: 'Compare with …',
    name: 'second',
    others: { '': 'nothing', [ownName]: 'this rope, with other options' },
    choose,
  });
}

/** The name of a second rope in the list. */
export function choiceOf(second: Spec | null): string {
  return second === null ? '' : (modelOf(method, second) ?? ownName);
}
