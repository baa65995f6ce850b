/**
 * The entry `posenc/formats`: writes tables to files and reads them. Its
 * functions only work on bytes, in browsers and in Node, without WebAssembly.
 *
 * @example
 * ```ts
 * import { encodeSafetensors } from 'posenc/formats';
 *
 * const bytes = encodeSafetensors({ table: pe.sinusoidal(spec) });
 * ```
 *
 * @packageDocumentation
 */

export type { FileInput } from './checks.js';
export {
  type CsvOptions,
  decodeCsv,
  encodeCsv,
  type ReadCsvOptions,
} from './csv.js';
export {
  decodeJson,
  encodeJson,
  type JsonFile,
  type JsonOptions,
} from './json.js';
export type { FileData, FileDType, FileTensor } from './kinds.js';
export { decodeNpy, encodeNpy } from './npy.js';
export type { TableFile } from './parts.js';
export {
  decodeSafetensors,
  encodeSafetensors,
  type SafetensorsFile,
} from './safetensors.js';
export {
  type SafetensorsEntry,
  type SafetensorsIndex,
  safetensorsHeadLength,
  safetensorsIndex,
} from './safetensors-head.js';
export {
  FORMATS,
  type Format,
  type TableWriter,
  tableWriter,
} from './writer.js';
