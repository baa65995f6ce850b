// @ts-check
/**
 * The speed of every table, in bytes a second relative to the sinusoidal one,
 * with the reason if it is less than half.
 */

import { methods } from 'posenc/descriptions';
import { measure } from './rounds.mjs';

/**
 * Why a table cannot reach half the speed of the sinusoidal one, by the name of
 * its line.
 * @type {Record<string, string>}
 */
const REASONS = {
  complexOrder: 'each cell has an angle of its own, so no row helps the next',
  floater: 'an integral: twenty products of matrices for each row',
  enformer: 'gamma features take an exponential in two words each',
  'polynomial legendre':
    'next to zeros rows are computed again in two words, one in fifteen',
  'radial wide': 'bells over all columns: two exponentials for sixteen of them',
  learned: 'each number is drawn: a cipher, a logarithm and a root',
  'windowed block': 'drawn anew for each call, and a sum rounded in float64',
  resample: 'the source is drawn first, and each number is a sum of several',
  hierarchical: 'each number is a sum of two in float64, rounded once',
};

/**
 * Rows and columns of every table whose parameters allow it; slow ones have
 * fewer rows.
 */
const [LENGTH, DIM] = [8192, 1024];
const [SHORT, WIDE] = [128, 64];
const PATIENCE_MS = 200;

/** Required share of the sinusoidal table's bytes a second. */
const LEAST = 0.5;

/** @typedef {import('posenc/descriptions').MethodDescription} Description */

/**
 * Tables by name: each method with its example, its presets and its kinds.
 * @param {Description} method
 */
function specs({ name, parameters, example }) {
  const size = {
    ...('length' in parameters ? { length: LENGTH } : {}),
    ...('grid' in parameters ? { grid: [LENGTH / WIDE, WIDE] } : {}),
    ...('dim' in parameters ? { dim: DIM } : {}),
  };
  const base = { ...example, ...size };
  // The parameters whose words may choose other arithmetic.
  const variants = ['preset', 'basis', 'kind'].flatMap((param) => {
    const parameter = parameters[param];
    if (parameter?.kind !== 'choice') return [];
    return parameter.choices.map((word) => ({
      title: `${name} ${word}`,
      name,
      spec: { ...base, [param]: word },
    }));
  });
  const wide =
    name === 'radial'
      ? [{ title: 'radial wide', name, spec: { ...base, width: 500 } }]
      : [];
  return [{ title: name, name, spec: base }, ...variants, ...wide];
}

/**
 * The spec with the width nearest to DIM that the method allows.
 * @param {(spec: object) => unknown} plan throws for a width that it has not
 * @param {Record<string, unknown>} spec
 */
function fitting(plan, spec) {
  if (!('dim' in spec)) return spec;
  const sizes = [
    { dim: DIM },
    // Enformer's width is a multiple of six.
    { dim: DIM - (DIM % 12) },
    // One-hot codes need a column for each position.
    { dim: DIM, length: DIM },
  ];
  for (const size of sizes) {
    try {
      plan({ ...spec, ...size });
      return { ...spec, ...size };
    } catch {}
  }
  throw new Error(`no width near ${DIM} for ${JSON.stringify(spec)}`);
}

/**
 * The spec, with fewer rows if all of them would take too long.
 * @param {(spec: object) => unknown} make
 * @param {Record<string, unknown>} spec
 */
function patient(make, spec) {
  if (!('length' in spec)) return spec;
  make({ ...spec, length: 1 });
  const start = performance.now();
  make({ ...spec, length: SHORT });
  const rowMs = (performance.now() - start) / SHORT;
  const most = Number(spec.length);
  const length = Math.max(1, Math.min(most, PATIENCE_MS / rowMs));
  return { ...spec, length: Math.floor(length) };
}

/** All tables that are measured. */
export function measuredTables() {
  const all = /** @type {Record<string, Description>} */ (methods);
  return Object.values(all)
    .filter(({ family }) => family === 'table')
    .flatMap(specs);
}

/** @param {import('posenc').Posenc} pe */
export async function methodTables(pe) {
  const peer = 'sinusoidal';
  const sinusoidal = pe.resident({ shape: [LENGTH, DIM] });
  const peerBytes = LENGTH * DIM * 4;
  console.log(
    `every table, up to ${LENGTH} × ${DIM} float32, resident ` +
      "(% of the sinusoidal one's bytes a second)",
  );
  /** @type {string[]} */
  const missed = [];
  for (const { title, name, spec } of measuredTables()) {
    const specOf = (/** @type {object} */ options) =>
      /** @type {import('posenc').TableSpec} */ ({ method: name, ...options });
    const make = (/** @type {object} */ options) => pe.make(specOf(options));
    const plan = (/** @type {object} */ options) => pe.plan(specOf(options));
    const size = patient(make, fitting(plan, spec));
    const { shape, data } = make(size);
    const bytes = data.byteLength;
    const out = pe.resident({ shape });
    // Each round measures both tables, so that other load of the machine
    // affects both.
    const times = await measure({
      [peer]: {
        run: () => pe.sinusoidal({ length: LENGTH, dim: DIM, out: sinusoidal }),
        turns: 7,
      },
      table: { run: () => make({ ...size, out }), turns: 7 },
    });
    out.dispose();
    const speed = bytes / (times.table ?? Number.NaN);
    const share = speed / (peerBytes / (times[peer] ?? Number.NaN));
    const reason = REASONS[title] ?? REASONS[name] ?? '';
    const slow = share < LEAST;
    if (slow && !reason) missed.push(title);
    console.log(
      [
        title.padEnd(34),
        `${(speed / 1e6).toFixed(2).padStart(7)} GB/s`,
        `${(100 * share).toFixed(0).padStart(5)} %`,
        slow ? `  ${reason}` : '',
      ].join('  '),
    );
  }
  sinusoidal.dispose();
  return missed.map((title) => `MISSED: ${title}: slow for no stated reason`);
}
