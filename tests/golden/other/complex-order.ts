/** Complex-order embeddings of batches, term by term. */

import { frequency } from '../../support/frequency.mjs';
import {
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
} from './case-folder.ts';

const [WORDS, DIM] = [6, 5];
const TOKENS = [1, 4, 2, 2, 0, 5, 2, 2, 3, 1, 1, 2];
const POSITIONS = [1, 2, 300, 0];
const AMPLITUDE = drawn(WORDS * DIM, 41);
const FREQUENCY = drawn(WORDS * DIM, 42).map((f) => Math.abs(f));
const PHASE = drawn(WORDS * DIM, 43);
const REAL = drawn(TOKENS.length * DIM, 44);
const IMAGINARY = drawn(TOKENS.length * DIM, 45);

/** Real and imaginary parts, and the gradients of the tables. */
function embedded(frequency: number[], phase: number[], padding: number) {
  const zeros = () => Array<number>(WORDS * DIM).fill(0);
  const [real, imag]: [number[], number[]] = [[], []];
  const gradient = { amplitude: zeros(), frequency: zeros(), phase: zeros() };
  TOKENS.forEach((word, row) => {
    // Every sequence of the batch has the same positions.
    const p = POSITIONS[row % POSITIONS.length] as number;
    for (const d of range(DIM)) {
      const at = word * DIM + d;
      const r = AMPLITUDE[at] as number;
      const angle = p * (frequency[at] as number) + (phase[at] as number);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      real.push(r * c);
      imag.push(r * s);
      const ofReal = REAL[row * DIM + d] as number;
      const ofImaginary = IMAGINARY[row * DIM + d] as number;
      const turn = r * (c * ofImaginary - s * ofReal);
      const add = (list: number[], x: number) => {
        list[at] = (list[at] as number) + x;
      };
      if (word !== padding)
        add(gradient.amplitude, c * ofReal + s * ofImaginary);
      add(gradient.frequency, p * turn);
      add(gradient.phase, turn);
    }
  });
  return { real, imag, gradient };
}

const common = [
  input('amplitude', [WORDS, DIM], AMPLITUDE),
  ints('tokens', [3, 4], TOKENS),
  ints('positions', [4], POSITIONS),
  input('up_real', [3, 4, DIM], REAL),
  input('up_imag', [3, 4, DIM], IMAGINARY),
];

const parts = ({ real, imag }: ReturnType<typeof embedded>) => [
  ...result('real', [3, 4, DIM], real),
  ...result('imag', [3, 4, DIM], imag),
];

const PADDING = 2;
const INITIAL = range(WORDS * DIM).map((i) =>
  Math.floor(i / DIM) === PADDING ? 0 : frequency(10000, (i % DIM) >> 1, DIM),
);
const NONE = Array<number>(WORDS * DIM).fill(0);
const initial = embedded(INITIAL, NONE, PADDING);
const phased = embedded(FREQUENCY, PHASE, Number.NaN);

export const complexOrderCases: Description[] = [
  {
    name: 'complex_order_of_another_padding',
    method: 'complex_order',
    params: { padding_token: PADDING },
    tensors: [
      ...common,
      ...parts(initial),
      ...result('frequency_table', [WORDS, DIM], INITIAL),
      ...result('grad_amplitude', [WORDS, DIM], initial.gradient.amplitude),
      ...result('grad_frequency', [WORDS, DIM], initial.gradient.frequency),
    ],
  },
  {
    name: 'complex_order_with_gradients_of_phases',
    method: 'complex_order.with_phase',
    params: { vocab: WORDS },
    tensors: [
      ...common,
      input('frequency', [WORDS, DIM], FREQUENCY),
      input('phase', [WORDS, DIM], PHASE),
      ...parts(phased),
      ...result('grad_amplitude', [WORDS, DIM], phased.gradient.amplitude),
      ...result('grad_frequency', [WORDS, DIM], phased.gradient.frequency),
      ...result('grad_phase', [WORDS, DIM], phased.gradient.phase),
    ],
  },
];
