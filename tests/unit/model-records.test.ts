/** Records of families say what sets a family apart, and nothing twice. */

import { describe, expect, it } from 'vitest';
import { families } from '../../bindings/src/models/families/index.js';
import { recordOf } from '../../bindings/src/models/records.js';

/**
 * Sizes, which a record may give in full: a reader compares them with those of
 * the configuration class.
 */
const size =
  /^(hidden_size|num_hidden_layers|num_attention_heads|num_key_value_heads|max_position_embeddings|(en|de)coder_layers)$/;

/** The names whose values are the same in both objects. */
function same(one: object = {}, other: object = {}): string[] {
  const others = new Map(Object.entries(other));
  return Object.entries(one)
    .filter(
      ([name, value]) =>
        others.has(name) &&
        JSON.stringify(others.get(name)) === JSON.stringify(value),
    )
    .map(([name]) => name);
}

const alike = Object.entries(families).flatMap(([words, record]) =>
  record.like === undefined ? [] : [{ words, record, like: record.like }],
);

describe('records that are like others', () => {
  it.each(alike)('$words, like $like', ({ record, like }) => {
    const { keys, defaults, ...fields } = record;
    const inherited = recordOf(like);
    expect(inherited).toBeDefined();
    expect(same(fields, inherited)).toEqual([]);
    expect(same(keys, inherited?.keys)).toEqual([]);
    const repeated = same(defaults, inherited?.defaults);
    expect(repeated.filter((name) => !size.test(name))).toEqual([]);
  });
});
