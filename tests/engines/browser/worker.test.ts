/** The package in a module worker, under the same policy. */

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { hash } from '../digest/hash.mjs';
import type { Answer } from '../worker.js';

it('gives the same table, which can be transferred', async () => {
  const worker = new Worker('/tests/worker.js', { type: 'module' });
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data as Answer);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ length: 300, dim: 66, start: 1000 });
    });
    expect(answer.refused).toBe(true);
    const pe = await load();
    const here = pe.sinusoidal({ length: 300, dim: 66, start: 1000 });
    expect(answer.tensor.shape).toEqual([300, 66]);
    expect(hash([answer.tensor])).toBe(hash([here]));
  } finally {
    worker.terminate();
  }
});
