/**
 * The golden runner itself: a case that is wrong in any way, or that holds
 * anything the runner does not understand, must fail, and never be passed over.
 */

import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handlers } from './handlers/index.mjs';
import { CONDITIONS, METHODS, TENSORS } from './not-built.mjs';

const here = import.meta.dirname;
const NAME = 'rope_meta_llama2_offset';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'posenc-golden-'));
  copy(NAME);
});
afterEach(() => rmSync(folder, { recursive: true }));

function copy(name: string) {
  for (const ext of ['.json', '.bin']) {
    cpSync(path.join(here, 'data', name + ext), path.join(folder, name + ext));
  }
}

interface Description {
  method: string;
  params: Record<string, unknown>;
  tensors: { name: string; role: string; offset: number; shape: number[] }[];
}

/** Rewrites the description of the case in the folder. */
function edit(change: (description: Description) => void) {
  const file = path.join(folder, `${NAME}.json`);
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
  change(description);
  writeFileSync(file, JSON.stringify(description));
}

function runner(): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    const script = path.join(here, 'run.mjs');
    execFile(process.execPath, [script, folder], (error, stdout) => {
      const lines = stdout.trimEnd().split('\n');
      resolve({ code: error ? Number(error.code) : 0, lines });
    });
  });
}

async function expectFailure(why: RegExp) {
  const { code, lines } = await runner();
  expect(lines[0]).toMatch(why);
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
  expect(code).toBe(1);
}

describe('golden runner', () => {
  it('passes a case with its errors', async () => {
    const { code, lines } = await runner();
    expect(lines[0]).toMatch(
      /^ok rope_meta_llama2_offset maxAbs=\S+e-\d+ maxUlp=\d+\.\d+/,
    );
    expect(lines[1]).toBe('1 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('skips what stands in the list', async () => {
    edit((d) => {
      d.method = 'alibi.bloom';
    });
    const { code, lines } = await runner();
    expect(lines[0]).toBe(`skip ${NAME} not built: alibi.bloom`);
    expect(lines[1]).toBe('0 passed, 0 failed, 1 skipped');
    expect(code).toBe(0);
  });

  it('fails an unknown method', async () => {
    edit((d) => {
      d.method = 'rope.sideways';
    });
    await expectFailure(/^FAIL .* unknown method rope\.sideways/);
  });

  it('fails an unknown parameter', async () => {
    edit((d) => {
      d.params.twist = 1;
    });
    await expectFailure(/^FAIL .* unknown parameter twist/);
  });

  it('fails an unknown tensor', async () => {
    edit((d) => {
      const extra = d.tensors.map((t) => ({ ...t, name: 'extra' }));
      d.tensors.push(...extra.slice(0, 1));
    });
    await expectFailure(/^FAIL .* unknown tensor extra/);
  });

  it('fails a missing input', async () => {
    edit((d) => {
      d.tensors = d.tensors.filter(({ name }) => name !== 'q');
    });
    await expectFailure(/^FAIL .* tensor q is missing/);
  });

  it('fails a wrong parameter', async () => {
    edit((d) => {
      d.params.start = 38;
    });
    await expectFailure(/^FAIL .* error \S+ above/);
  });

  it('fails a wrong number', async () => {
    const file = path.join(folder, `${NAME}.bin`);
    const bytes = readFileSync(file);
    edit((d) => {
      const offset = d.tensors.find(({ name }) => name === 'cos')?.offset ?? 0;
      bytes.writeDoubleLE(bytes.readDoubleLE(offset) + 1e-9, offset);
    });
    writeFileSync(file, bytes);
    await expectFailure(/^FAIL .* cos\[0\]/);
  });

  it('fails a file that ends early', async () => {
    const file = path.join(folder, `${NAME}.bin`);
    writeFileSync(file, readFileSync(file).subarray(0, 100));
    await expectFailure(/^FAIL .* \.bin ends early/);
  });

  it('fails JSON that is none', async () => {
    writeFileSync(path.join(folder, `${NAME}.json`), '{');
    await expectFailure(/^FAIL rope_meta_llama2_offset .*JSON/);
  });

  it('knows a method once: built or not built', () => {
    const built = Object.keys(handlers);
    expect(built.filter((method) => METHODS.has(method))).toEqual([]);
    const conditional = CONDITIONS.flatMap(({ methods }) => methods);
    const partly = [...conditional, ...Object.keys(TENSORS)];
    expect(partly.filter((method) => !handlers[method])).toEqual([]);
  });
});
