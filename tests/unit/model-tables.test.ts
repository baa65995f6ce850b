/** The tables of models, as their configurations give them, can be made. */

import { load, type Posenc, type TableSpec } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyWords } from '../../bindings/src/models/records.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** What families need beyond the defaults of their classes. */
const needed = {
  context_length: 24,
  prediction_length: 12,
  hidden_size: 96,
  num_attention_heads: 8,
} as const;

/** The towers of a configuration that says little; none if it says too little. */
function towersOf(config: object) {
  try {
    return Object.entries(pe.model(config).towers);
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_/) });
    return [];
  }
}

describe('tables of models', () => {
  it.each(familyWords)('makes those of %s as they are', (word) => {
    for (const [, tower] of towersOf({ model_type: word, ...needed })) {
      const specs = [tower?.table, ...Object.values(tower?.boxes ?? {})];
      for (const spec of specs) {
        if (!spec || !['learned', 'sinusoidal'].includes(spec.method)) continue;
        const whole = { ...spec } as unknown as TableSpec;
        expect(pe.plan(whole).shape).toEqual([spec.length, spec.dim]);
        const rows = pe.make({ ...whole, length: 2 } as TableSpec);
        expect(rows.shape).toEqual([2, spec.dim]);
      }
    }
  });

  it('gives LayoutLM a table for each side of a box', () => {
    const { towers } = pe.model({ model_type: 'layoutlmv3' });
    const boxes = Object.entries(towers.text?.boxes ?? {});
    expect(boxes.map(([side]) => side)).toEqual(['x', 'y', 'height', 'width']);
    for (const [, spec] of boxes) {
      expect(spec).toMatchObject({ tableLength: 1024, dim: 128 });
    }
  });

  it('gives RAG the encoder of questions and both halves of the generator', () => {
    const { towers } = pe.model({
      model_type: 'rag',
      question_encoder: { model_type: 'dpr' },
      generator: { model_type: 'bart' },
    });
    const names = Object.keys(towers).sort();
    expect(names).toEqual(['decoder', 'encoder', 'question_encoder']);
  });
});
