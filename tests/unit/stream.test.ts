/**
 * How rows are cut into calls of the kernel. This is internal: results do not
 * depend on it.
 */

import { expect, it } from 'vitest';
import { operandOf } from '../../bindings/src/arrays/operand.js';
import { RowPositions } from '../../bindings/src/arrays/positions.js';
import { Heap } from '../../bindings/src/core/memory.js';
import { streamRows } from '../../bindings/src/core/stream.js';
import type { Where } from '../../bindings/src/core/wasm/calls.js';
import type { WasmModule } from '../../bindings/src/core/wasm/module.js';

const WIDTH = 2048;

/** A memory whose allocator hands out consecutive addresses. */
function heapOf(bytes: number) {
  let next = 2 ** 20;
  const module = {
    HEAPU8: new Uint8Array(bytes),
    _memalign(_: number, wanted: number) {
      next += wanted;
      return next - wanted;
    },
    _free() {},
  };
  return new Heap(module as Partial<WasmModule> as WasmModule);
}

/** The calls of the kernel for some rows: first row and count. */
function callsOf(heap: Heap, positions: RowPositions, array: Float32Array) {
  const calls: [number, number][] = [];
  const kernel = ({ first }: Where, rows: number) => {
    calls.push([first, rows]);
    return 'ok' as const;
  };
  const lane = { width: WIDTH, to: operandOf(heap, 'float32', array) };
  heap.scope('test', (scratch) => {
    streamRows(scratch, positions, [lane], kernel);
  });
  return calls;
}

const ROWS = 626;
const range = (start: number) =>
  RowPositions.range('test', 'start', ROWS, start);

it('rows in the memory of the instance are one call', () => {
  const heap = heapOf(2 ** 24);
  const resident = new Float32Array(heap.buffer, 0, ROWS * WIDTH);
  expect(callsOf(heap, range(0), resident)).toEqual([[0, ROWS]]);
  expect(callsOf(heap, range(5), resident)).toEqual([[0, ROWS]]);
});

it('a list of positions is passed in parts of limited size', () => {
  const heap = heapOf(2 ** 24);
  const rows = 18_750;
  const list = RowPositions.list('test', 'list', new Float64Array(rows));
  const resident = new Float32Array(heap.buffer, 0, rows);
  const counts: number[] = [];
  const kernel = (_: Where, rows: number) => {
    counts.push(rows);
    return 'ok' as const;
  };
  const lane = { width: 1, to: operandOf(heap, 'float32', resident) };
  heap.scope('test', (scratch) => streamRows(scratch, list, [lane], kernel));
  expect(counts).toEqual([8192, 8192, 2366]);
});

it('rows elsewhere are tiles that begin at multiples of 32', () => {
  const heap = heapOf(2 ** 24);
  const own = new Float32Array(ROWS * WIDTH);
  const calls = callsOf(heap, range(5), own);
  expect(calls).toEqual([
    [0, 251],
    [251, 256],
    [507, 119],
  ]);
});

it('rows that fit into one tile are not cut', () => {
  const heap = heapOf(2 ** 24);
  const few = RowPositions.range('test', 'start', 64, 5);
  const own = new Float32Array(64 * WIDTH);
  expect(callsOf(heap, few, own)).toEqual([[0, 64]]);
});
