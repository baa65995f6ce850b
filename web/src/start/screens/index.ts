// The screens of the lesson, in their order: a screen is a file and a line.

import type { AnyScreen } from '../screen.js';
import { add } from './add.js';
import { beyond } from './beyond.js';
import { charge } from './charge.js';
import { number } from './number.js';
import { order } from './order.js';
import { pairs } from './pairs.js';
import { turn } from './turn.js';
import { waves } from './waves.js';

export const screens: readonly [AnyScreen, ...AnyScreen[]] = [
  order,
  number,
  waves,
  pairs,
  add,
  turn,
  charge,
  beyond,
];
