// @ts-check
/**
 * onnxruntime-web: its WebAssembly build, on one thread. Each call gives a new
 * result, which it copies out of its memory: that is how it is used.
 */

import { onnxModel } from '../../support/onnx.mjs';

/**
 * @typedef {import('../../support/onnx.mjs').Graph} Graph
 * @typedef {Float32Array | Int32Array | BigInt64Array} Numbers
 * @typedef {{ data: Numbers, shape: readonly number[] }} Given
 *
 * @typedef {object} OnnxRuntime
 * @property {(graph: Graph, inputs: Record<string, Given>) =>
 *   Promise<() => Promise<Record<string, { data: Float32Array }>>>} runner loads
 *   a graph; what it gives runs it on the inputs
 */

/** @param {any} ort the package's module @returns {OnnxRuntime} */
export function openOnnxRuntime(ort) {
  Object.assign(ort.env.wasm, { numThreads: 1, proxy: false });
  ort.env.logLevel = 'error';
  return {
    async runner(graph, inputs) {
      const session = await ort.InferenceSession.create(onnxModel(graph), {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
      });
      const type = (/** @type {Numbers} */ data) =>
        data instanceof Float32Array
          ? 'float32'
          : data instanceof Int32Array
            ? 'int32'
            : 'int64';
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { data, shape }]) => [
          name,
          new ort.Tensor(type(data), data, shape),
        ]),
      );
      return () => session.run(feeds);
    },
  };
}
