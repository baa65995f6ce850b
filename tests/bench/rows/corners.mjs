// @ts-check
/** Operations on tables beside copying the memory that they read. */

import { noise } from '../../support/noise.mjs';

/** @typedef {import('../judge.mjs').Group} Group */

const COPY = 'copy loop';
const PEER = 'sinusoidal table';
const [LENGTH, DIM] = [2048, 256];

/**
 * Analyses of one table, beside the time in which a sinusoidal table of the same
 * size is made. @type {Group}
 */
const analyses = {
  title: `analyses of ${LENGTH} × ${DIM}`,
  open({ pe }) {
    const out = pe.resident({ shape: [LENGTH, DIM] });
    const size = { length: LENGTH, dim: DIM };
    const table = pe.sinusoidal(size);
    const embeddings = {
      ...{ data: noise(LENGTH * DIM, 22), shape: [LENGTH, DIM] },
      dtype: /** @type {const} */ ('float32'),
    };
    return {
      unit: '',
      amount: LENGTH * DIM * 4,
      yardstick: { name: PEER, run: () => pe.sinusoidal({ ...size, out }) },
      rows: [
        {
          name: 'sumOrConcat',
          run: () => pe.analysis.sumOrConcat({ embeddings, table }),
          targets: { [PEER]: 0.25 },
        },
        {
          name: 'collisions',
          run: () => pe.analysis.collisions(table),
        },
        {
          name: 'collisions, tolerance 0.001',
          run: () => pe.analysis.collisions(table, { tolerance: 0.001 }),
          targets: { [PEER]: 0.25 },
        },
      ],
      close: () => out.dispose(),
    };
  },
};

/** @type {Group} */
const addition = {
  title: 'add a table to embeddings 4096 × 1024',
  open({ pe, yardsticks }) {
    const shape = [4096, 1024];
    const floats = 4096 * 1024;
    const [x, y] = [pe.resident({ shape }), pe.resident({ shape })];
    x.data.fill(0.5);
    const table = pe.resident({ shape });
    pe.sinusoidal({ length: 4096, dim: 1024, out: table });
    return {
      unit: 'GB/s',
      amount: floats * 8,
      yardstick: {
        name: COPY,
        run: () =>
          yardsticks.copyLoop(x.data.byteOffset, y.data.byteOffset, floats),
      },
      rows: [
        {
          name: 'addTo, resident',
          run: () => pe.addTo(x, table, { out: y }),
        },
      ],
      close() {
        for (const one of [x, y, table]) one.dispose();
      },
    };
  },
};

export const corners = [analyses, addition];
