/** `posenc convert-layout`: weights for the other rotary layout. */

import { DTYPES } from '../../base/dtype.js';
import { type MethodDescription, methods } from '../../descriptions.js';
import { tableWriter } from '../../formats/index.js';
import type { DType, Spec, Tensor } from '../../index.js';
import { missing, readDestination } from '../destination.js';
import { misuse, reworded } from '../failure.js';
import { readArguments } from '../flags.js';
import { flagsOf, paths } from '../givable.js';
import { convertLayoutHelp } from '../help.js';
import { OUTPUT_FLAGS } from '../help-flags.js';
import { readFile } from '../inputs.js';
import { loadFor } from '../load.js';
import { openOutput } from '../output.js';
import { readCall } from '../spec.js';
import type { Command } from './command.js';

const method: MethodDescription = methods.convertLayout;

export const convertLayoutCommand: Command = {
  usage: 'convert-layout FILE --from LAYOUT --to LAYOUT --heads N --out FILE',
  summary: 'Reorders weights of queries or keys for the other rotary layout.',
  help: convertLayoutHelp,
  run: convert,
};

/** Flags of others that have no meaning here: the file says its dtype. */
const FOREIGN = ['dtype', 'spec'];

async function convert(given: readonly string[]): Promise<void> {
  const flags = [...flagsOf(method), ...OUTPUT_FLAGS];
  const known = flags.filter(({ name }) => !FOREIGN.includes(name));
  const all = readArguments(given, known);
  const [file, extra] = all.words;
  if (file === undefined) {
    throw misuse(
      'which file? `posenc convert-layout FILE …`; - is standard input',
    );
  }
  if (extra !== undefined) {
    throw misuse(`unexpected word "${extra}"; values follow their flags`);
  }
  const call = readCall(method, all);
  const lacking = missing(method, call).filter((flag) => flag !== '--weights');
  const { out, format } = readDestination(all.values, lacking);
  const weights = readFile(file);
  if (!DTYPES.includes(weights.dtype as DType)) {
    throw misuse(`${file} must hold floats, not ${weights.dtype}`);
  }
  const pe = await loadFor(method.name);
  const spec = { ...call.spec, weights } as unknown as Spec;
  const nameOf = (param: string, behind: string) =>
    param === 'weights' ? `${file}${behind}` : call.nameOf(param, behind);
  let made: Tensor;
  try {
    made = pe.make(spec) as Tensor;
  } catch (error) {
    throw reworded(error, paths(method), nameOf);
  }
  const named = /\.safetensors:(.*)$/s.exec(file)?.[1];
  const name = all.values.get('name') ?? named ?? 'weights';
  const header = all.switches.get('header') ?? false;
  const { shape, dtype, data } = made;
  const told = { spec: call.plain, header, name, shape, dtype };
  const writer = tableWriter(format, told);
  const output = await openOutput(out);
  try {
    await output.write(writer.begin());
    await output.write(writer.rows(data));
    await output.write(writer.end());
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
