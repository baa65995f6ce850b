// What is added to the scores of attention, and what multiplies its weights.

import { methods } from 'posenc/descriptions';
import { type Methods, partOf } from './parts.js';

export const terms: Methods = partOf(methods, 'terms');
