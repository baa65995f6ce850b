import { describe } from 'vitest';
import { testRandom } from './random-checks.js';

describe('linear attention and retention', () => testRandom('products'));
