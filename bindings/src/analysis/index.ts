/** The analyses, which are on `pe.analysis`. */

import type { Heap } from '../core/memory.js';
import { type OrderAnalysis, orderAnalysis } from './order-analysis.js';
import type { Attend } from './order-input.js';
import { type RopeAnalysis, ropeAnalysis } from './rope-analysis.js';
import { type TableAnalysis, tableAnalysis } from './table-analysis.js';

/** Analyses of tables, of ropes, and of the order of tokens. */
export interface Analysis extends TableAnalysis, RopeAnalysis, OrderAnalysis {}

/** The analyses, bound to an instance and to its `attention`. */
export const analysis = (heap: Heap, attend: Attend): Analysis =>
  Object.freeze<Analysis>({
    ...tableAnalysis(heap),
    ...ropeAnalysis(heap),
    ...orderAnalysis(attend),
  });
