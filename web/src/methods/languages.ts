// The calls that a program makes, in other languages than JavaScript. It is
// loaded when somebody asks for one.

import type { Spec } from '../state/spec.js';
import type { Range } from './python/rope.js';
import { writePython } from './python/write.js';
import { writeShell } from './shell.js';

/** A call of a program; `range` are the positions that a rope turns. */
export interface Call {
  readonly spec: Spec;
  readonly range?: Range;
}

export type Language = 'shell' | 'PyTorch';

function writeCall({ spec, range }: Call, language: Language): string {
  if (language === 'PyTorch') {
    const text = writePython(spec, range);
    return 'code' in text ? text.code : `# ${text.none}`;
  }
  return (
    writeShell(spec) ??
    `# ${spec.method} reads files of queries or keys: npx posenc help ${spec.method}`
  );
}

export function writeCalls(calls: readonly Call[], language: Language): string {
  if (calls.length === 0) return '# Nothing here encodes positions.';
  return calls.map((call) => writeCall(call, language)).join('\n\n');
}
