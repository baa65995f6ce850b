import { describe } from 'vitest';
import { testRandom } from './random-checks.js';

describe('stick-breaking', () => testRandom('sticks'));
