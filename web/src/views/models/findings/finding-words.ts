// What is said of the findings of a configuration.

import type { Finding } from 'posenc/models';
import { writeCount } from '../../../plot/ticks.js';
import { valueWords } from '../facts/option-facts.js';

/** How bad a finding is, for people. */
export const severities = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
} as const;

const plural = (count: number, word: string): string =>
  `${writeCount(count)} ${word}${count === 1 ? '' : 's'}`;

/** How many findings there are, by how bad they are. */
export function countWords(findings: readonly Finding[]): string {
  if (findings.length === 0) {
    return 'Nothing odd was found in this file.';
  }
  const all = (Object.keys(severities) as (keyof typeof severities)[])
    .map((severity) => ({
      severity,
      count: findings.filter((one) => one.severity === severity).length,
    }))
    .filter(({ count }) => count > 0);
  const words = all.map(({ severity, count }) => plural(count, severity));
  return `${words.join(', ')}. The worst stands first.`;
}

/** What a program takes, as it is told. */
export const takenWords = (value: number | string): string =>
  typeof value === 'number' ? valueWords(value) : value;
