/**
 * What the guide to rotary embeddings says of precision `torch`: how many
 * numbers of the golden cases have the bits of the references' float32 runs.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'posenc';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { Case, twinOf } from './case.mjs';
import { Comparison, type Tolerance, ulp32 } from './compare.mjs';
import { handlers } from './handlers/index.mjs';

const pe = await load();

/** Counts numbers in place of judging them. */
class Counts extends Comparison {
  readonly found = new Map<
    string,
    { all: number; different: number; worst: number }
  >();

  override nearTorch(
    name: string,
    actual: () => ArrayLike<number>,
    tolerance: Tolerance,
  ): void {
    super.nearTorch(name, actual, tolerance);
    if (!this.golden.has(twinOf(name))) return;
    const want = this.golden.tensor(twinOf(name)).data;
    const got = actual();
    const counts = { all: want.length, different: 0, worst: 0 };
    for (let i = 0; i < want.length; ++i) {
      const [a, b] = [Number(got[i]), Number(want[i])];
      if (a === b) continue;
      counts.different += 1;
      counts.worst = Math.max(counts.worst, Math.abs(a - b) / ulp32(b));
    }
    this.found.set(name, counts);
  }
}

it('precision torch in the golden cases', () => {
  const folder = at('tests/golden/data');
  const frequencies = { cases: 0, all: 0, different: 0 };
  const tables = { all: 0, different: 0, worst: 0 };
  for (const file of readdirSync(folder)) {
    // RoPE-Mixed begins from powers that torch rounds in another order.
    if (!/^rope_(?!luc_axial|mixed_init).*\.json$/.test(file)) continue;
    const golden = new Case(`${folder}/${file}`);
    const counts = new Counts(golden);
    handlers[golden.method]?.run(pe, golden, counts);
    const own = counts.found.get('inv_freq') ?? counts.found.get('freqs');
    if (!own) continue;
    frequencies.cases += 1;
    frequencies.all += own.all;
    frequencies.different += own.different;
    for (const name of ['cos', 'sin']) {
      const table = counts.found.get(name);
      tables.all += table?.all ?? 0;
      tables.different += table?.different ?? 0;
      tables.worst = Math.max(tables.worst, table?.worst ?? 0);
    }
  }
  expect(frequencies.different).toBe(0);
  expect(tables.worst).toBeLessThanOrEqual(2);
  const guide = readFileSync(at('docs/rotary.md'), 'utf8').replace(/\s+/g, ' ');
  const { all, different } = tables;
  expect(guide).toContain(
    `All ${frequencies.all} frequencies of ${frequencies.cases} cases agree`,
  );
  expect(guide).toContain(
    `Of the ${all} cosines and sines in these cases ${different} differ`,
  );
});
