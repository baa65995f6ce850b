/** What is noted while a configuration is read. */

import { PosencRangeError, show } from '../base/errors.js';
import type { Divisors } from './options.js';
import type { Assumed, Finding, FindingKind, Json, Severity } from './types.js';

/** Most layers of a model that differ. */
const MOST_KINDS = 512;

const ranks: readonly Severity[] = ['error', 'warning', 'note'];

/** Findings in the order of their severity. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity),
  );

/** Findings and assumptions, each noted once. */
export class Notes {
  /** Whether the family of a section is a guess. */
  guessed = false;

  private readonly found = new Map<string, Finding>();
  private readonly taken = new Map<string, Assumed>();

  private kinds = 0;
  private readonly names = new Map<object, readonly string[]>();

  /** @param divisors how the lists of LongRoPE are taken */
  constructor(readonly divisors: Divisors = 'float32') {}

  /** The keys of an object of the file, which may have very many. */
  namesOf(values: object): readonly string[] {
    let names = this.names.get(values);
    if (names === undefined) {
      names = Object.keys(values);
      this.names.set(values, names);
    }
    return names;
  }

  /** Counts a layer unlike those before; a hostile file has very many. */
  countKind(): void {
    if (++this.kinds <= MOST_KINDS) return;
    throw new PosencRangeError(
      `model: config must have at most ${MOST_KINDS} different layers`,
      { code: 'ERR_RANGE', param: 'config' },
    );
  }

  /** Notes a finding from its members. */
  find(
    severity: Severity,
    kind: FindingKind,
    key: string,
    value: unknown,
    message: string,
    advice: string,
    mends?: Finding['mends'],
  ): void {
    const finding = { severity, kind, key, value, message, advice };
    this.add(mends ? { ...finding, mends } : finding);
  }

  /**
   * Notes a finding, the first of its kind on its key; a class may do several
   * things that are not computed.
   */
  add(finding: Finding): void {
    const { kind, key, message } = finding;
    const id = `${kind} ${key} ${kind === 'not_computed' ? message : ''}`;
    if (!this.found.has(id)) this.found.set(id, finding);
  }

  /** Whether something below a path is an error. */
  failed(path: string): boolean {
    return [...this.found.values()].some(
      ({ severity, key }) => severity === 'error' && key.startsWith(path),
    );
  }

  /** Whether anything was found about a key. */
  has(key: string): boolean {
    return [...this.found.values()].some((finding) => finding.key === key);
  }

  /** A value of the wrong kind, which is not used. */
  wrong(
    key: string,
    value: unknown,
    rule: string,
    mends?: Finding['mends'],
  ): void {
    const message = `must be ${rule}, got ${show(value)}; it is not used`;
    const advice = `write ${rule}`;
    this.find('error', 'wrong_type', key, value, message, advice, mends);
  }

  /** Notes what was taken for a key, the first time that it was. */
  assume(key: string, value: Json, why: string): void {
    if (!this.taken.has(key)) this.taken.set(key, { key, value, why });
  }

  /** All findings, worst first. */
  get findings(): readonly Finding[] {
    return worstFirst([...this.found.values()]);
  }

  /** All assumptions, in the order in which they were made. */
  get assumed(): readonly Assumed[] {
    return [...this.taken.values()];
  }
}
