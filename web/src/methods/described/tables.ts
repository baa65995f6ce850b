// The tables.

import { methods } from 'posenc/descriptions';
import { type Methods, partOf } from './parts.js';

export const tables: Methods = partOf(methods, 'tables');
