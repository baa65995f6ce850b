/** Findings about configurations as texts. */

import type { Finding, Mend } from '../parts/models.js';

/** Longest text of a value. */
const LONGEST = 40;

/** `error rope_scaling.factor: …` and the advice, below it. */
export function findingText(finding: Finding, before = ''): string {
  const { severity, key, message, advice, engines = {}, mends = [] } = finding;
  const values = Object.entries(engines).map(
    ([program, value]) => `${program}: ${value}`,
  );
  const lines = [`${severity}: ${key} ${message}`, `  advice: ${advice}`];
  if (values.length > 0) lines.push(`  values: ${values.join('; ')}`);
  if (mends.length > 0)
    lines.push(`  mend: ${mends.map(mendText).join('; or ')}`);
  return lines.map((line) => `${before}${line}`).join('\n');
}

/** `rope_scaling.factor 3.2, rope_scaling.type removed`. */
export const mendText = (mend: Mend): string =>
  Object.entries(mend)
    .map(([key, value]) =>
      value === null ? `${key} removed` : `${key} ${shortValue(value)}`,
    )
    .join(', ');

/** `1 error, 2 warnings, 0 notes`. */
export function countText(findings: readonly Finding[]): string {
  return (['error', 'warning', 'note'] as const)
    .map((severity) => {
      const count = findings.filter((one) => one.severity === severity).length;
      return `${count} ${severity}${count === 1 ? '' : 's'}`;
    })
    .join(', ');
}

/** A value as JSON, cut where it is long. */
export function shortValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
