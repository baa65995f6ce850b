// @ts-check
/**
 * Writes small ONNX models: a graph of a few operators as the bytes that ONNX
 * Runtime loads. The format is protobuf, of which a model needs two things:
 * fields that hold a number, and fields that hold bytes. Forty lines write them;
 * a package would bring a schema of a hundred message types.
 *
 * @typedef {object} Node
 * @property {string} op name of the operator, such as "MatMul"
 * @property {readonly string[]} from names of its inputs; '' leaves one out
 * @property {string} to name of its output
 * @property {string} [domain] '' for ONNX's own operators
 * @property {Readonly<Record<string, number>>} [integers] attributes
 * @property {Readonly<Record<string, number>>} [floats] attributes
 *
 * @typedef {object} Graph
 * @property {Readonly<Record<string, Kind>>} inputs by name
 * @property {readonly Node[]} nodes in the order in which they run
 * @property {Readonly<Record<string, Kind>>} outputs by name
 * @property {Readonly<Record<string, number>>} versions of the operators, by
 *   domain
 *
 * @typedef {{ axes: number, type?: 'float32' | 'int64' | 'int32' }} Kind number
 *   of axes, of any length, and type, which defaults to float32
 */

/** @param {number} n @returns {number[]} seven bits a byte, lowest first */
const varint = (n) =>
  n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))];
/** @param {number} field @param {number} n */
const number = (field, n) => [...varint(field * 8), ...varint(n)];
/** @param {number} field @param {number} value */
const float = (field, value) => [
  ...varint(field * 8 + 5),
  ...new Uint8Array(Float32Array.of(value).buffer),
];
/** @param {number} field @param {...(number | number[])} bytes */
const message = (field, ...bytes) => {
  const all = bytes.flat();
  return [...varint(field * 8 + 2), ...varint(all.length), ...all];
};
/** @param {number} field @param {string} words */
const text = (field, words) =>
  message(field, [...new TextEncoder().encode(words)]);

/** Numbers of the types of tensors, and of the kinds of attributes. */
const TYPES = { float32: 1, int32: 6, int64: 7 };
const [FLOAT, INTEGER] = [1, 2];

/**
 * The type of an input or output.
 * @param {number} field @param {string} name @param {Kind} kind
 */
function value(field, name, { axes, type = 'float32' }) {
  const shape = Array.from({ length: axes }, (_, i) =>
    message(1, text(2, `${name}${i}`)),
  );
  const of = message(1, number(1, TYPES[type]), message(2, shape.flat()));
  return message(field, text(1, name), message(2, of));
}

/** @param {Node} node */
function nodeBytes({ op, from, to, domain = '', integers = {}, floats = {} }) {
  return message(
    1,
    ...from.map((name) => text(1, name)),
    text(2, to),
    text(4, op),
    ...Object.entries(integers).map(([name, n]) =>
      message(5, text(1, name), number(3, n), number(20, INTEGER)),
    ),
    ...Object.entries(floats).map(([name, x]) =>
      message(5, text(1, name), float(2, x), number(20, FLOAT)),
    ),
    text(7, domain),
  );
}

/** The bytes of a model of one graph. @param {Graph} graph */
export function onnxModel({ inputs, nodes, outputs, versions }) {
  const graph = message(
    7,
    ...nodes.map(nodeBytes),
    text(2, 'graph'),
    ...Object.entries(inputs).map(([name, kind]) => value(11, name, kind)),
    ...Object.entries(outputs).map(([name, kind]) => value(12, name, kind)),
  );
  const sets = Object.entries(versions).map(([domain, version]) =>
    message(8, text(1, domain), number(2, version)),
  );
  return Uint8Array.from([...number(1, 10), ...graph, ...sets.flat()]);
}
