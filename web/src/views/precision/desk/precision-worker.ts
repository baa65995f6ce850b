// The worker of the view of precision: the package computes here whatever the view
// draws.

import { load, type RopeSpec } from 'posenc/rotary';
import { needed, serveDesk, type Turn } from '../../../engine/serve.js';
import { type First, findFirst } from '../first.js';
import { computeLines, type Fineness } from '../lines.js';
import { placeOf } from '../place.js';
import { computeScores, scorePlace } from '../scores.js';
import { type Tables, tablesOf } from '../ways.js';
import type { PrecisionJobs } from './jobs.js';

/** A drawing that is there at once, and the one that follows it. */
const coarse: Fineness = { perOctave: 3, sampled: 6 };
const fine: Fineness = { perOctave: 8, sampled: 128 };
/** A score needs two rows of each table. */
const fineScores: Fineness = { perOctave: 6, sampled: 48 };

const loading = needed(load());

/** The tables that were made last: most jobs are about the same rope. */
let held: { readonly key: string; readonly tables: Tables } | null = null;

async function tablesFor(spec: RopeSpec): Promise<Tables> {
  const pe = await loading;
  const key = JSON.stringify(spec);
  if (held?.key !== key) held = { key, tables: tablesOf(pe, spec) };
  return held.tables;
}

/** Takes all steps, with a pause after each. */
async function through<T>(
  steps: Generator<undefined, T, undefined>,
  turn: Pick<Turn<never>, 'pause'>,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turn.pause();
  }
}

serveDesk<PrecisionJobs>({
  async lines({ spec }, turn) {
    const tables = await tablesFor(spec);
    turn.tell(await through(computeLines(tables, coarse), turn));
    const lines = await through(computeLines(tables, fine), turn);
    turn.give(...Object.values(lines.worst).map(({ buffer }) => buffer));
    return lines;
  },

  async place({ spec, at, ...scene }) {
    const tables = await tablesFor(spec);
    return {
      pairs: placeOf(tables, at),
      score: scorePlace(tables, scene, at),
    };
  },

  async firsts({ spec, pair, error }, turn) {
    const tables = await tablesFor(spec);
    const found: First[] = [];
    for (const way of tables.ways) {
      const steps = findFirst(tables, way, { pair, error });
      found.push(await through(steps, turn));
      turn.tell([...found]);
    }
    return found;
  },

  async scores({ spec, ...scene }, turn) {
    const tables = await tablesFor(spec);
    turn.tell(await through(computeScores(tables, scene, coarse), turn));
    return through(computeScores(tables, scene, fineScores), turn);
  },
});
