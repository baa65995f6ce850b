// @ts-check
/** One token: queries and keys of all layers are turned at its position. */

import { noise } from '../../support/noise.mjs';
import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';
import { rotaryGraph } from './rotations.mjs';

const [HEADS, WIDTH] = [32, 128];
/** Rotations of a token: queries and keys of 32 layers. */
const TURNS = 64;
const POSITIONS = 4096;

/** @type {import('../judge.mjs').Group} */
const step = {
  title: `decode step 1 × ${HEADS} × ${WIDTH}`,
  quick: true,
  async open({ pe, yardsticks, peers }) {
    const rope = pe.rope({ headDim: WIDTH });
    const shape = [1, HEADS, WIDTH];
    const floats = HEADS * WIDTH;
    const x = pe.resident({ shape });
    x.data.set(noise(floats, 2));
    const own = noise(floats, 3);
    const plain = noise(floats, 4);
    const { rotateInJavaScript } = await freshPlain(step.title);
    const { cos, sin } = rope.cosSin({ length: POSITIONS });
    const onnx = await peers.onnx?.runner(rotaryGraph(HEADS), {
      x: { data: noise(floats, 5), shape: [1, 1, floats] },
      ids: { data: BigInt64Array.of(1000n), shape: [1, 1] },
      cos: { data: cos.data, shape: cos.shape },
      sin: { data: sin.data, shape: sin.shape },
    });
    let position = 0;
    /** All rotations of a token. */
    const token = (/** @type {(start: number) => unknown} */ turn) => () => {
      position = (position + 1) % POSITIONS;
      for (let i = 0; i < TURNS; ++i) turn(position);
    };
    const each = { units: TURNS };
    return {
      unit: 'GB/s',
      amount: floats * 8,
      yardstick: {
        name: 'scale loop',
        run: token(() => yardsticks.scaleLoop(x.data.byteOffset, floats, 1)),
        ...each,
      },
      rows: [
        {
          name: 'resident in place',
          run: token((start) =>
            rope.rotate(x, { heads: HEADS, start, out: x }),
          ),
          ...each,
          targets: { [NAMES.plain]: 1.5, [NAMES.onnx]: 10 },
        },
        {
          name: 'resident in place, each at a new position',
          run() {
            for (let i = 0; i < TURNS; ++i) {
              position = (position + 1) % POSITIONS;
              rope.rotate(x, { heads: HEADS, start: position, out: x });
            }
          },
          ...each,
        },
        {
          name: "a caller's array in place",
          run: token((start) =>
            rope.rotate(own, { heads: HEADS, start, out: own }),
          ),
          ...each,
          targets: { [NAMES.plain]: 1.5, [NAMES.onnx]: 10 },
        },
      ],
      peers: {
        [NAMES.plain]: {
          run: token((start) =>
            rotateInJavaScript(plain, cos.data, sin.data, HEADS, WIDTH, start),
          ),
          ...each,
        },
        [NAMES.onnx]: onnx && { run: onnx },
      },
      close: () => x.dispose(),
    };
  },
};

export const decode = [step];
