// @ts-check
/** Maps of biases beside plain stores. */

import { noise } from '../../support/noise.mjs';
import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';

const STORE = 'store loop';

/**
 * @param {number} heads @param {number} length @param {boolean} quick
 * @returns {import('../judge.mjs').Group}
 */
const maps = (heads, length, quick) => ({
  title: `biases ${heads} × ${length} × ${length}`,
  quick,
  async open({ pe, yardsticks, peers }) {
    const { alibiInJavaScript } = await freshPlain(`biases ${heads} ${length}`);
    const floats = heads * length * length;
    const out = pe.resident({ shape: [heads, length, length] });
    const own = new Float32Array(floats);
    const table = noise(32 * heads, 6);
    const sizes = { heads, queries: length, out };
    const native = { heads, length };
    const numpy = peers.native?.contestant('NumPy', 'alibi', native);
    const torch = peers.native?.contestant('PyTorch', 'alibi', native);
    const targets = { [STORE]: 0.8 };
    return {
      unit: 'GB/s',
      amount: floats * 4,
      yardstick: {
        name: STORE,
        run: () => yardsticks.storeLoop(out.data.byteOffset, floats),
      },
      rows: [
        { name: 'alibi, resident', run: () => pe.alibi(sizes), targets },
        {
          name: 't5Bias, resident',
          run: () => pe.t5Bias({ ...sizes, table }),
          targets,
        },
        { name: 'kerple, resident', run: () => pe.kerple(sizes) },
        {
          name: "alibi, into a caller's array",
          run: () => pe.alibi({ ...sizes, out: own }),
        },
      ],
      peers: {
        [NAMES.plain]: { run: () => alibiInJavaScript(own, heads, length) },
        [NAMES.numpy]: numpy && { run: numpy },
        [NAMES.torch]: torch && { run: torch },
      },
      close: () => out.dispose(),
    };
  },
});

export const biases = [maps(16, 2048, false), maps(8, 512, true)];
