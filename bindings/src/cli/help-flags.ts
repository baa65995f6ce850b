/** The flags of commands that no parameter has. */

import type { Flag } from './flags.js';

/** A flag, and what it does. */
export type DescribedFlag = Flag & { readonly doc: string };

/** The flags of every command that writes a table. */
export const OUTPUT_FLAGS: readonly DescribedFlag[] = [
  {
    name: 'out',
    value: 'FILE',
    doc:
      'Output file, which must end in .npy, .safetensors, .csv or .json, or ' +
      '- for standard output. A file appears only when it is complete, and ' +
      'replaces one of the same name.',
  },
  {
    name: 'format',
    value: 'FORMAT',
    doc: 'Format of the output: npy, safetensors, csv or json. Defaults to the ending of --out.',
  },
  {
    name: 'spec',
    value: 'FILE',
    doc:
      'File with "method" and parameters as JSON, named as in JavaScript; - ' +
      'is standard input. Flags take precedence over it.',
  },
  {
    name: 'name',
    value: 'NAME',
    doc:
      "Name of the tensor in a safetensors file. Defaults to the method's. Of " +
      'several tensors, what stands with a dot before the name of each.',
  },
  {
    name: 'header',
    doc:
      'Whether a CSV file begins with names of columns. Only a file that ' +
      'begins at row 0 gets them, so that parts can be joined.',
  },
  { name: 'help', doc: 'Shows this page.' },
];

/** Those of commands whose results several workers can compute. */
export const WORK_FLAGS: readonly DescribedFlag[] = [
  {
    name: 'jobs',
    value: 'N',
    doc:
      'Number of workers that compute long tables, attention and pictures. ' +
      'The bits are the same for any number. Defaults to 1.',
  },
  ...OUTPUT_FLAGS,
];

/** The flags of `posenc rope` that no parameter has. */
export const ROPE_FLAGS: readonly DescribedFlag[] = [
  {
    name: 'preset',
    value: 'NAME',
    doc:
      'Name of a model, such as "Llama 2 7B", whose values hold for what ' +
      'neither the flags nor a spec file say.',
  },
  {
    name: 'config',
    value: 'FILE',
    doc:
      'The config.json of a model, a folder that has one, a GGUF file, or - for standard ' +
      'input. The rope of its layers holds for what neither the flags nor a ' +
      'spec file say. Tables of LongRoPE and dynamic NTK are for a text that ' +
      'ends at their last position, unless --context-length is given.',
  },
  {
    name: 'layer',
    value: 'N',
    doc:
      'Number of the layer of --config whose rope it is, from 0. Needed where ' +
      'layers have different ropes.',
  },
  {
    name: 'tower',
    value: 'NAME',
    doc: 'Part of the model of --config, such as text or vision. Defaults to its main one.',
  },
  {
    name: 'divisors',
    value: 'WORD',
    doc:
      'How the divisors of LongRoPE in --config are taken: float32, rounded as ' +
      'checkpoints were trained with, or float64, as they are written. ' +
      'Defaults to float32.',
  },
  {
    name: 'json',
    doc: 'Whether to print what the rope is as JSON, not as a text.',
  },
];

const ofModel = (name: string) =>
  ROPE_FLAGS.filter((flag) => flag.name === name);

/** The flags of `posenc detect` that no parameter has. */
export const SCHEDULE_FLAGS: readonly DescribedFlag[] = [
  {
    name: 'as',
    value: 'KIND',
    doc:
      'What the file holds: frequencies, cache (cosines and sines), cos, sin, ' +
      'heads or table (a sinusoid). Defaults to what its axes say.',
  },
  {
    name: 'config',
    value: 'FILE',
    doc:
      'The config.json of a model, a folder that has one, a GGUF file, or - for ' +
      'standard input. The rope of its layers was expected.',
  },
  ...['layer', 'tower', 'divisors'].flatMap(ofModel),
  {
    name: 'context-length',
    value: 'N',
    doc: 'Number of tokens for which schedules of --config that depend on it are made.',
  },
  {
    name: 'preset',
    value: 'NAME',
    doc: 'Name of a model, such as "Llama 2 7B", whose rope was expected.',
  },
  {
    name: 'json',
    doc: 'Whether to print the report as JSON, not as a text.',
  },
  { name: 'help', doc: 'Shows this page.' },
];

/** The flags of `posenc detect-layout` that no parameter has. */
export const DETECT_FLAGS: readonly DescribedFlag[] = [
  {
    name: 'reference',
    value: 'FILE',
    doc:
      'What another engine made of the same heads. With AFTER alone, the ' +
      'mistake is searched that turns one into the other.',
  },
  {
    name: 'preset',
    value: 'NAME',
    doc: 'Name of a model, such as "Llama 2 7B", whose rope was expected.',
  },
  {
    name: 'json',
    doc: 'Whether to print the report as JSON, not as a text.',
  },
  { name: 'help', doc: 'Shows this page.' },
];
