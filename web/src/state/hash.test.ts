// A state that is written into an address is read back the same.

import { describe, expect, it } from 'vitest';
import {
  decode,
  encode,
  flagField,
  isAddress,
  listField,
  numberField,
  readAddress,
  type Schema,
  textField,
  wordField,
  writeAddress,
} from './hash.js';

interface Sample {
  length: number;
  text: string;
  pool: 'mean' | 'nearest';
  causal: boolean;
  columns: readonly number[];
}

const schema: Schema<Sample> = {
  length: numberField(256),
  text: textField('the cat', 20),
  pool: wordField(['mean', 'nearest']),
  causal: flagField(false),
  columns: listField([4, 40]),
};

const initial = decode(schema, new URLSearchParams());

function query(state: Sample): string {
  return new URLSearchParams(encode(schema, state)).toString();
}

describe('the address of a state', () => {
  it('is empty for the defaults', () => {
    expect(query(initial)).toBe('');
    expect(writeAddress('encodings', '')).toBe('#/encodings');
  });

  it('comes back the same', () => {
    const state: Sample = {
      length: 0.5,
      text: 'a & b = c? #1 «é»',
      pool: 'nearest',
      causal: true,
      columns: [],
    };
    const hash = writeAddress('rope', query(state));
    const address = readAddress(hash);
    expect(address.view).toBe('rope');
    expect(decode(schema, address.query)).toEqual(state);
  });

  it('holds only what differs', () => {
    const state = { ...initial, length: 512 };
    expect(query(state)).toBe('length=512');
  });

  it.each([
    ['length=0', { length: 0 }],
    ['length=abc', { length: Number.NaN }],
    ['length=', { length: Number.NaN }],
    ['pool=other', { pool: 'mean' }],
    ['columns=1.x.-3.7', { columns: [1, 7] }],
    ['unknown=1', {}],
    [`text=${'long'.repeat(99)}`, { text: 'longlonglonglonglong' }],
    [`text=${'x'.repeat(19)}\u{1f431}`, { text: 'x'.repeat(19) }],
  ])('reads %s', (query, wanted) => {
    expect(decode(schema, new URLSearchParams(query))).toEqual({
      ...initial,
      ...wanted,
    });
  });

  it('is not an anchor of the page', () => {
    for (const hash of ['', '#/', '#/rope?start=1']) {
      expect(isAddress(hash)).toBe(true);
    }
    for (const hash of ['#main', '#rope']) expect(isAddress(hash)).toBe(false);
  });

  it.each(['', '#', '#/', '#?length=1'])('has no view in "%s"', (hash) => {
    expect(readAddress(hash).view).toBe('');
  });
});
