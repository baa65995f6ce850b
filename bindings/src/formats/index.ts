/**
 * The entry `posenc/formats`: tables to files and back. Pure functions over
 * bytes, for the browser as for Node; no WebAssembly.
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
