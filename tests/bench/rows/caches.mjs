// @ts-check
/** Caches: of cosines and sines, and of keys that are turned again. */

/** @typedef {import('../judge.mjs').Group} Group */

const STORE = 'store loop';
const SCALE = 'scale loop';
const TABLE = 'float32';

/** @type {Group} */
const cosSin = {
  title: 'cos and sin of Llama 3.1, 131072 positions',
  open({ pe, yardsticks }) {
    const [length, pairs] = [131072, 64];
    const rope = pe.rope({
      ...{ headDim: 2 * pairs, theta: 500000 },
      scaling: {
        ...{ type: 'llama3', factor: 8, lowFreqFactor: 1, highFreqFactor: 4 },
        originalMaxPosition: 8192,
      },
    });
    const shape = [length, pairs];
    const whole = pe.resident({ shape: [length, 2 * pairs] });
    const [cos, sin] = [pe.resident({ shape }), pe.resident({ shape })];
    const half = { shape, dtype: /** @type {const} */ ('float16') };
    const [cos16, sin16] = [pe.resident(half), pe.resident(half)];
    const bytes = 2 * length * pairs * 4;
    return {
      unit: 'GB/s',
      amount: bytes,
      yardstick: {
        name: STORE,
        run: () => yardsticks.storeLoop(whole.data.byteOffset, bytes / 4),
      },
      rows: [
        {
          name: TABLE,
          run: () => rope.cosSin({ length, out: { cos, sin } }),
          targets: { 'sinusoidal table': 0.95 },
        },
        {
          name: 'float16',
          run: () =>
            rope.cosSin({
              length,
              dtype: 'float16',
              out: { cos: cos16, sin: sin16 },
            }),
          amount: bytes / 2,
          targets: { [TABLE]: 0.6 },
        },
        {
          name: 'sinusoidal table',
          run: () => pe.sinusoidal({ length, dim: 2 * pairs, out: whole }),
        },
      ],
      close() {
        for (const one of [whole, cos, sin, cos16, sin16]) one.dispose();
      },
    };
  },
};

/** @type {Group} */
const keys = {
  title: 'cache of keys 4096 × 8 × 128',
  open({ pe, yardsticks }) {
    const shape = [4096, 8, 128];
    const floats = 4096 * 8 * 128;
    const rope = pe.rope({ headDim: 128 });
    const x = pe.resident({ shape });
    x.data.fill(0.5);
    const dtypes = /** @type {const} */ (['float16', 'bfloat16']);
    const halves = dtypes.map((dtype) => {
      const x = pe.resident({ shape, dtype });
      x.data.fill(dtype === 'float16' ? 0x3800 : 0x3f00);
      return x;
    });
    return {
      unit: 'GB/s',
      amount: floats * 8,
      yardstick: {
        name: SCALE,
        run: () => yardsticks.scaleLoop(x.data.byteOffset, floats, 1),
      },
      rows: [
        {
          name: 'shift, float32',
          run: () => rope.shift(x, { by: -1, out: x }),
          targets: { [SCALE]: 0.7 },
        },
        ...halves.map((half) => ({
          name: `shift, ${half.dtype}`,
          run: () => rope.shift(half, { by: -1, out: half }),
          amount: floats * 4,
          targets: { [SCALE]: 0.7 },
        })),
        {
          name: 'rebase, float32',
          run: () => rope.rebase(x, { to: rope, out: x }),
        },
      ],
      close() {
        for (const one of [x, ...halves]) one.dispose();
      },
    };
  },
};

export const caches = [cosSin, keys];
