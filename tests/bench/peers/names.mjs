// @ts-check
/** Names of peers, as the table shows them. */
export const NAMES = /** @type {const} */ ({
  plain: 'plain JavaScript',
  onnx: 'onnxruntime-web',
  tf: 'tfjs-wasm',
  numpy: 'NumPy',
  torch: 'PyTorch',
});
