// The names of the parameters that most tables have.

import { methods } from 'posenc/descriptions';
import { commonOf } from './parts.js';

export const common: readonly string[] = commonOf(methods);
