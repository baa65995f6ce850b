/** The reports of detectors as text. */

import type {
  ScheduleCandidate,
  ScheduleMistake,
  ScheduleReport,
  TableCandidate,
  TableMistake,
  TableReport,
} from '../../index.js';

/** What each mistake is, in words. */
const WORDS: Readonly<Record<ScheduleMistake | TableMistake, string>> = {
  theta: 'the base of another model',
  scaling: 'not the schedule that was expected',
  twice: 'the schedule was applied twice',
  factor: 'another factor of the schedule',
  originalMaxPosition: 'another length of the first training',
  attentionFactor: 'another factor of cosines and sines',
  contextLength: 'the schedule of another length',
  rotaryDim: 'another number of turned components',
  rotaryStart: 'turned at the other end of the head',
  layout: 'the other layout',
  start: 'positions begin at another number',
  swapped: 'cosines and sines exchanged',
  sign: 'the opposite sign of the angles',
  positionDtype: 'positions rounded to 16 bits',
  angleDtype: 'angles rounded to 16 bits',
  columnExponents: 'an exponent for each column, not for each pair',
  doubledColumnExponents: 'an exponent for each column, and twice its number',
  doubledExponents: 'twice the number of the pair in the exponent',
  scale: 'the table times the root of its width, not the embeddings',
};

/** Candidates that a text shows. */
const SHOWN = 5;

/** A report in some lines; `expected` if there was a rope to compare with. */
export function reportText(
  { verdict, mistakes, residual, ...report }: ScheduleReport | TableReport,
  expected: boolean,
): string {
  const candidates: readonly (ScheduleCandidate | TableCandidate)[] =
    report.candidates;
  const found =
    mistakes.length > 0
      ? `mistake: ${mistakes.map((mistake) => WORDS[mistake]).join('; ')}`
      : expected
        ? 'as expected'
        : 'found';
  const fitting = candidates.filter(({ fits }) => fits).length;
  const said = {
    found,
    ambiguous:
      fitting > 1
        ? 'ambiguous: these numbers fit several candidates'
        : 'ambiguous: these numbers fit the candidate, and others near to it',
    unknown: `unknown: the least residual is ${residual.toPrecision(3)}`,
  };
  return [
    said[verdict],
    '',
    'residual  fits  candidate',
    ...candidates.slice(0, SHOWN).map(candidateText),
  ].join('\n');
}

function candidateText(one: ScheduleCandidate | TableCandidate): string {
  const { residual, fits, spec, mistakes } = one;
  const wrong = mistakes.length > 0 ? `, mistakes ${mistakes.join(', ')}` : '';
  const number = residual.toExponential(1).padEnd(10);
  return `${number}${fits ? 'yes ' : 'no  '}  ${JSON.stringify(spec)}${wrong}`;
}
