/** The options of a rope's tables in the orders of other engines. */

import { positionParameters } from '../../arrays/positions.js';
import { DTYPES } from '../../base/dtype.js';
import { rowsParameter } from '../../describe/common.js';
import type { Parameters } from '../../describe/parameters.js';

/** The options of `rope.cache`, in the order in which they are read. */
export const cacheParameters = {
  /**
   * The engine in whose order the tables are. `hf`: Hugging Face transformers;
   * `ort`: ONNX and ONNX Runtime; `flashinfer`: FlashInfer and vLLM; `ggml`:
   * ggml and llama.cpp; `pairs`: the complex numbers of Meta's Llama code.
   * Required.
   */
  cache: {
    kind: 'choice',
    choices: ['hf', 'ort', 'flashinfer', 'ggml', 'pairs'],
  },
  ...positionParameters,
  ...rowsParameter,
  /** Type of the numbers. Defaults to `'float32'`. */
  dtype: {
    kind: 'choice',
    choices: DTYPES,
    default: 'float32',
  },
  /**
   * Arrays or tensors to write into: `{ cos, sin }` for `hf` and `ort`,
   * `{ cache }` for the others. Defaults to new ones.
   */
  out: {
    kind: 'outputPair',
    single: 'cache',
    optional: true,
  },
} as const satisfies Parameters;
