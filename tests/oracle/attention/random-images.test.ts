import { describe } from 'vitest';
import { testRandom } from './random-checks.js';

describe('configurations of images', () => testRandom('images'));
