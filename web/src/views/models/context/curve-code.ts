// A program to copy, which computes the numbers of schedules over each other.

import type { Layer } from 'posenc/models';
import type { Spec } from '../../../state/spec.js';
import { firstTraining } from '../waves/waves.js';
import { type Curve, reachIn, type Span } from './curves.js';

/** The rope of the training: without a schedule that came behind it. */
function trainedSpec(layer: Layer, first: number): Spec {
  const { scaling, ...plain } = layer.spec as unknown as Spec;
  const before = firstTraining(layer) !== undefined || scaling === undefined;
  const spec = before ? plain : { ...plain, scaling };
  return { ...spec, contextLength: first } as Spec;
}

/** Lines of an object, a member each. */
const entries = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
  );

/** A program that prints, for each schedule, what the page does. */
export function curveCode(
  layer: Layer,
  curves: readonly Curve[],
  span: Span,
): string {
  const { first, to } = span;
  const [near, far] = [first ?? to, to].map((length) => reachIn(span, length));
  const specs = Object.fromEntries(
    curves.map(({ word, spec }) => [word, spec]),
  );
  const angles = first !== undefined;
  return [
    "import { load } from 'posenc/rotary';",
    '',
    'const pe = await load();',
    'const schedules = {',
    ...entries(specs),
    '};',
    `const lengths = { trainedLength: ${near}, contextLength: ${to} };`,
    ...(angles
      ? [
          `const trained = ${JSON.stringify(trainedSpec(layer, first))};`,
          'const shown = pe.make(trained).frequencies;',
          'const turnsOf = (frequency, length) =>',
          '  Math.min(1, (length * frequency) / (2 * Math.PI));',
        ]
      : []),
    'for (const [name, spec] of Object.entries(schedules)) {',
    '  const { attentionFactor, softmaxScale, headDim, rotaryDim } = pe.make(spec);',
    '  const pairs = pe.analysis.ropePairs(spec, lengths);',
    '  const factors = pairs.map(({ ratio }) => ratio);',
    '  const wavelengths = pairs.map(({ wavelengthAfter }) => wavelengthAfter);',
    ...(angles
      ? [
          '  const unseen = pairs.map(({ after }, k) =>',
          `    360 * Math.max(0, turnsOf(after, ${far}) - turnsOf(shown[k], ${near})));`,
        ]
      : []),
    '  const distances = [1, 10, 100, 1000];',
    '  const { scores } = pe.analysis.scoreByDistance(spec, { distances });',
    '  // Of random words whose numbers have variance 1.',
    '  const rest = headDim - rotaryDim;',
    '  const expected = scores.map((score) => softmaxScale * (2 * score + rest));',
    '  console.log(name, attentionFactor, {',
    `    factors, wavelengths,${angles ? ' unseen,' : ''} expected,`,
    '  });',
    '}',
  ].join('\n');
}
