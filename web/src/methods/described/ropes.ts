// The rotary encodings.

import { methods } from 'posenc/descriptions';
import { partOf } from './parts.js';

type Ropes = Pick<typeof methods, 'rope'>;

export const ropes = partOf(methods, 'ropes') as Ropes;
