// The names in addresses of this view.

import type { Naming } from '../../state/names.js';
import { cacheDTypes, caches } from './cache/cache-shapes.js';
import { curveKinds } from './context/curve-words.js';
import { scheduleWords } from './context/schedules.js';
import { readingOf } from './follow.js';
import { engines, pickNames, readState } from './state.js';

export const namings: readonly Naming[] = [
  { kind: 'model', entry: 'pick', names: () => pickNames },
  {
    kind: 'tower',
    names(query) {
      const { value } = readingOf(readState(query));
      return value?.towers.map(({ name }) => name) ?? [];
    },
  },
  { kind: 'engine', entry: 'for', names: () => engines },
  {
    ...{ kind: 'schedule', entry: 'schedules', between: '.' },
    names: () => scheduleWords,
  },
  { kind: 'curve', names: () => curveKinds },
  { kind: 'model', entry: 'with', names: () => pickNames },
  { kind: 'cache', names: () => caches },
  { kind: 'dtype', names: () => cacheDTypes },
];
