// @ts-check
/**
 * Every table, in bytes a second beside the sinusoidal one. The tables come from
 * the descriptions, so that a new method has its row without a line here.
 */

import { methods } from 'posenc/descriptions';

/**
 * @typedef {import('posenc/descriptions').MethodDescription} Description
 * @typedef {import('../judge.mjs').Group} Group
 * @typedef {{ name: string, title: string, spec: Record<string, unknown> }}
 *   Table
 */

/** Rows and columns of tables whose parameters allow it. */
const [LENGTH, DIM] = [8192, 1024];
const WIDE = 64;

/** Slow tables have fewer rows: as many as take about so long. */
const PATIENCE_MS = 60;
const SHORT = 64;

const PEER = 'sinusoidal table';
const LEAST = 0.25;

/**
 * Each method with its example, and with the words that choose other arithmetic.
 * @param {Description} method @returns {Table[]}
 */
function specs({ name, parameters, example }) {
  const size = {
    ...('length' in parameters ? { length: LENGTH } : {}),
    ...('grid' in parameters ? { grid: [LENGTH / WIDE, WIDE] } : {}),
    ...('dim' in parameters ? { dim: DIM } : {}),
  };
  const base = { ...example, ...size };
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

/** @param {string} method @param {object} options */
const specOf = (method, options) =>
  /** @type {import('posenc').TableSpec} */ ({ method, ...options });

/**
 * The spec with the width nearest to DIM that the method allows.
 * @param {import('posenc').Posenc} pe @param {Table} table
 */
function fitting(pe, { name, spec }) {
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
      pe.plan(specOf(name, { ...spec, ...size }));
      return { ...spec, ...size };
    } catch {}
  }
  throw new Error(`no width near ${DIM} for ${JSON.stringify(spec)}`);
}

/**
 * The spec, with fewer rows if all of them would take too long: half as many
 * until they do not, so that the sizes are the same on similar machines.
 * @param {import('../bench.mjs').Bench} bench @param {string} name
 * @param {Record<string, unknown>} spec
 */
function patient({ pe, worked }, name, spec) {
  if (!('length' in spec)) return spec;
  const timed = () => {
    const start = worked();
    pe.make(specOf(name, { ...spec, length: SHORT }));
    return worked() - start;
  };
  timed(); // with what is computed once
  const rowMs = Math.min(timed(), timed(), timed()) / SHORT;
  let length = Number(spec.length);
  while (length > 1 && length * rowMs > PATIENCE_MS) length /= 2;
  return { ...spec, length };
}

/** @param {Table} table @returns {Group} */
const group = (table) => ({
  title: `table ${table.title}`,
  open(bench) {
    const { pe } = bench;
    const { name } = table;
    const spec = patient(bench, name, fitting(pe, table));
    const { shape, data } = pe.make(specOf(name, spec));
    const out = pe.resident({ shape });
    const [length, dim] = [LENGTH, DIM];
    const peer = pe.resident({ shape: [length, dim] });
    return {
      unit: 'GB/s',
      amount: data.byteLength,
      yardstick: {
        name: PEER,
        run: () => pe.sinusoidal({ length, dim, out: peer }),
        amount: length * dim * 4,
      },
      rows: [
        {
          name: 'resident',
          note: shape.join(' × '),
          run: () => pe.make(specOf(name, { ...spec, out })),
          targets: { [PEER]: LEAST },
        },
      ],
      close() {
        out.dispose();
        peer.dispose();
      },
    };
  },
});

const all = /** @type {Record<string, Description>} */ (methods);

/** @type {Group[]} */
export const methodTables = Object.values(all)
  .filter(({ family }) => family === 'table')
  .flatMap(specs)
  .map(group);
