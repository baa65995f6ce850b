/**
 * The golden runner itself: a case that is wrong in any way, or that contains
 * anything that the runner does not understand, must fail and never be passed
 * over.
 */

import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../../scripts/lib/records.mjs';
import { handlers } from './handlers/index.mjs';
import { later } from './handlers/later.mjs';
import { runGolden } from './other/case-folder.ts';

const here = import.meta.dirname;
const NAME = 'rope_meta_llama2_offset';

interface Description {
  name: string;
  method: string;
  params: Record<string, unknown>;
  tensors: { name: string; role: string; offset: number; shape: number[] }[];
}

const offsetOf = ({ tensors }: Description, tensor: string) =>
  tensors.find(({ name }) => name === tensor)?.offset ?? 0;

/**
 * Edits of a copy of a committed case, and the message that the runner must
 * print.
 */
interface Edit {
  change?: (d: Description) => void;
  bytes?: (bytes: Buffer, d: Description) => Buffer;
  says: RegExp;
}

const EDITS: Record<string, Edit> = {
  'passes a case with its errors': {
    says: /^ok \S+ maxAbs=\S+e-\d+ maxUlp=\d+\.\d+/,
  },
  'passes parameters without a value': {
    change: (d) => {
      d.params.seq_len = null;
      d.params.base = null;
      // This parameter belongs to scaling, which the case does not have.
      d.params.scale_factor = null;
    },
    says: /^ok /,
  },
  'skips a method that is not built yet': {
    change: (d) => {
      d.method = 'time2vec';
    },
    says: /^later \S+ Time2Vec: not built yet$/,
  },
  'fails an unknown method': {
    change: (d) => {
      d.method = 'rope.sideways';
    },
    says: /^FAIL \S+ unknown method rope\.sideways$/,
  },
  'fails an unknown parameter': {
    change: (d) => {
      d.params.twist = 1;
    },
    says: /^FAIL \S+ unknown parameter twist$/,
  },
  'fails an unknown tensor': {
    change: (d) => {
      const extra = d.tensors.map((t) => ({ ...t, name: 'extra' }));
      d.tensors.push(...extra.slice(0, 1));
    },
    says: /^FAIL \S+ unknown tensor extra$/,
  },
  'fails a twin of what is no result': {
    change: (d) => {
      const extra = d.tensors.map((t) => ({ ...t, name: 'q_f32' }));
      d.tensors.push(...extra.slice(0, 1));
    },
    says: /^FAIL \S+ unknown tensor q_f32$/,
  },
  'fails a result under the name of an input': {
    change: (d) => {
      for (const t of d.tensors) if (t.name === 'q') t.role = 'output';
    },
    says: /^FAIL \S+ q was not compared$/,
  },
  'fails a tensor that stands twice': {
    change: (d) => {
      d.tensors.push(...d.tensors.slice(0, 1));
    },
    says: /^FAIL \S+ tensor q stands twice$/,
  },
  'fails a missing input': {
    change: (d) => {
      d.tensors = d.tensors.filter(({ name }) => name !== 'q');
    },
    says: /^FAIL \S+ tensor q is missing$/,
  },
  'fails a case without results': {
    change: (d) => {
      d.tensors = d.tensors.filter(({ role }) => role === 'input');
    },
    says: /^FAIL \S+ there is nothing to compare with$/,
  },
  'fails a size that the tensors do not have': {
    change: (d) => {
      d.params.seq_len = 6;
    },
    says: /^FAIL \S+ seq_len is 6, and the tensors show 5$/,
  },
  'fails a wrong parameter': {
    change: (d) => {
      d.params.start = 38;
    },
    says: /^FAIL \S+ cos\[0\]: \S+ for \S+, error \S+ above/,
  },
  'fails a wrong number': {
    bytes: (bytes, d) => {
      const offset = offsetOf(d, 'cos');
      bytes.writeDoubleLE(bytes.readDoubleLE(offset) + 1e-9, offset);
      return bytes;
    },
    says: /^FAIL \S+ cos\[0\]: /,
  },
  'fails a wrong number of the float32 run': {
    bytes: (bytes, d) => {
      const offset = offsetOf(d, 'k_out_f32');
      bytes.writeFloatLE(bytes.readFloatLE(offset) + 1e-4, offset);
      return bytes;
    },
    says: /^FAIL \S+ k_out_f32\[0\]: /,
  },
  'fails a file that ends early': {
    bytes: (bytes) => bytes.subarray(0, 100),
    says: /^FAIL \S+ tensor q: \.bin ends early$/,
  },
};

let folder = '';
let run: Awaited<ReturnType<typeof runGolden>>;
const lineOf = (name: string) =>
  run.lines.find((line) => line.split(' ')[1] === name) ?? '';
const caseOf = (title: string) => title.replaceAll(' ', '_');
const BROKEN = 'no_json';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'posenc-golden-'));
  const from = path.join(here, 'data', NAME);
  for (const [title, { change, bytes }] of Object.entries(EDITS)) {
    const name = caseOf(title);
    const json = readFileSync(`${from}.json`, 'utf8');
    const description = { ...JSON.parse(json), name } as Description;
    const binary = readFileSync(`${from}.bin`);
    change?.(description);
    const to = path.join(folder, name);
    writeFileSync(`${to}.json`, JSON.stringify(description));
    writeFileSync(`${to}.bin`, bytes?.(binary, description) ?? binary);
  }
  writeFileSync(path.join(folder, `${BROKEN}.json`), '{');
  cpSync(`${from}.bin`, path.join(folder, `${BROKEN}.bin`));
  run = await runGolden([folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The number of edits whose names begin with a word. */
const count = (word: string) =>
  Object.keys(EDITS).filter((title) => title.startsWith(word)).length;

describe('golden runner', () => {
  it.each(Object.entries(EDITS))('%s', (title, { says }) => {
    expect(lineOf(caseOf(title))).toMatch(says);
  });

  it('has cases of each method that is not built yet, and no handler', () => {
    const data = path.join(here, 'data');
    const methods = readdirSync(data)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(path.join(data, name), 'utf8')))
      .map(({ method }: Description) => method);
    const names = Object.keys(later);
    expect(names.filter((name) => Object.hasOwn(handlers, name))).toEqual([]);
    expect(names.filter((name) => !methods.includes(name))).toEqual([]);
  });

  it('fails a file that is not JSON', () => {
    expect(lineOf(BROKEN)).toMatch(/^FAIL no_json .*JSON/);
  });

  it('prints the counts, and ends with exit code 1', () => {
    const [passed, failed] = [count('passes'), count('fails') + 1];
    const counts = `${passed} passed, ${failed} failed, 1 skipped`;
    expect(run.lines.at(-1)).toBe(counts);
    expect(run.code).toBe(1);
  });

  it('runs the cases whose name contains a text, and records them', async () => {
    const records = path.join(folder, 'records');
    const env = { [RECORDS]: records };
    const { code, lines } = await runGolden(
      ['--only', '_a_case_', folder],
      env,
    );
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('1 passed, 1 failed, 0 skipped');
    expect(code).toBe(1);
    const written = readFileSync(records, 'utf8').trimEnd().split('\n');
    const [passed, failed] = [
      caseOf('passes a case with its errors'),
      caseOf('fails a case without results'),
    ];
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { begins: failed },
      { ends: failed, outcome: 'failed', seconds: expect.any(Number) },
      { begins: passed },
      { ends: passed, outcome: 'passed', seconds: expect.any(Number) },
    ]);
  });

  it('ends with exit code 0 if nothing fails', async () => {
    const { code, lines } = await runGolden([folder, '--only', 'passes_']);
    expect(lines.at(-1)).toBe('2 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('fails if no name contains the text', async () => {
    const { code, lines } = await runGolden([folder, '--only', 'nowhere']);
    expect(lines).toEqual([
      'no case is called nowhere',
      '0 passed, 0 failed, 0 skipped',
    ]);
    expect(code).toBe(1);
  });
});
