// The formulas of the method descriptions, from the part of LaTeX that they
// use to MathML, which every browser sets by itself. Not a LaTeX engine: what
// is unknown is null, and the page then shows the formula's plain text.

import {
  accents,
  alphabets,
  delimiters,
  fences,
  functions,
  letters,
  operators,
  spaces,
  tables,
} from './latex-symbols.js';

export interface MathNode {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children: readonly (MathNode | string)[];
}

function node(
  tag: string,
  children: readonly (MathNode | string)[],
  attributes: Readonly<Record<string, string>> = {},
): MathNode {
  return { tag, attributes, children };
}

const bars = ['|', '‖'];

/**
 * A sign. A fence is as high as a letter, whatever stands in its row; and a
 * bar is no operator with room on both sides.
 */
function sign(text: string): MathNode {
  if (!fences.has(text)) return node('mo', [text]);
  const tight = bars.includes(text) ? { lspace: '0', rspace: '0' } : {};
  return node('mo', [text], { stretchy: 'false', ...tight });
}

/** Words in a group are one token, because their spaces count. */
const worded = 'text|textrm|mathrm|operatorname|mathbf|begin|end';
const token = new RegExp(
  `\\\\(?:${worded})\\{[^{}]*\\}|\\\\(?:[a-zA-Z]+|.)|\\d+(?:\\.\\d+)?|[^\\s]`,
  'gsu',
);

class Unknown extends Error {}

class Parser {
  private readonly tokens: string[];
  private at = 0;

  constructor(source: string) {
    this.tokens = source.match(token) ?? [];
  }

  private peek(): string | undefined {
    return this.tokens[this.at];
  }

  private next(): string {
    const found = this.tokens[this.at++];
    if (found === undefined) throw new Unknown('end');
    return found;
  }

  /** Everything up to one of `ends`, which stays to be read. */
  row(ends: readonly string[]): MathNode {
    const items: MathNode[] = [];
    for (;;) {
      const ahead = this.peek();
      if (ahead === undefined || ends.includes(ahead)) break;
      items.push(this.scripts(this.atom()));
    }
    return items.length === 1 ? (items[0] as MathNode) : node('mrow', items);
  }

  done(): boolean {
    return this.at >= this.tokens.length;
  }

  private scripts(base: MathNode): MathNode {
    let below: MathNode | undefined;
    let above: MathNode | undefined;
    for (;;) {
      const ahead = this.peek();
      if (ahead !== '_' && ahead !== '^') break;
      this.at += 1;
      if (ahead === '_') below = this.atom();
      else above = this.atom();
    }
    if (below && above) return node('msubsup', [base, below, above]);
    if (below) return node('msub', [base, below]);
    return above ? node('msup', [base, above]) : base;
  }

  private group(): MathNode {
    if (this.next() !== '{') throw new Unknown('a group was expected');
    const inner = this.row(['}']);
    this.next();
    return inner;
  }

  /** A group, or one sign: `\\tfrac12` is one half. */
  private argument(): MathNode {
    const ahead = this.peek() ?? '';
    if (!/^\d./.test(ahead)) return this.atom();
    const [digit = '', ...rest] = ahead;
    this.tokens[this.at] = rest.join('');
    return node('mn', [digit]);
  }

  private atom(): MathNode {
    const t = this.next();
    if (t === '{') {
      this.at -= 1;
      return this.group();
    }
    const [, command = '', words] =
      t.match(/^\\([a-zA-Z]+|.)(?:\{(.*)\})?$/s) ?? [];
    if (words !== undefined) return this.words(command, words);
    if (command) return this.command(command);
    if (t === '}' || t === '&') throw new Unknown(t);
    if (/^\d/.test(t)) return node('mn', [t]);
    if (/^\p{L}/u.test(t)) return node('mi', [t]);
    return sign(t === '-' ? '−' : t);
  }

  private words(command: string, words: string): MathNode {
    if (command === 'begin') return this.table(words);
    if (command === 'mathbf') return node('mi', [words], { class: 'bold' });
    if (command === 'end') throw new Unknown(command);
    // MathML drops the spaces at the ends of a text; these stay.
    return node('mtext', [words.replace(/^ | $/g, '\u00a0')]);
  }

  private command(name: string): MathNode {
    const letter = letters[name];
    if (letter) return node('mi', [letter]);
    const operator = operators[name];
    if (name === 'mid') return node('mo', ['|'], { stretchy: 'false' });
    if (operator) return sign(operator);
    if (functions.has(name)) return this.named(name);
    const width = spaces[name];
    if (width) return node('mspace', [], { width });
    if (name === 'left') return this.fenced();
    if (delimiters.has(name)) return this.delimiter();
    if (name === 'frac' || name === 'tfrac') {
      return node('mfrac', [this.argument(), this.argument()]);
    }
    if (name === 'sqrt') return node('msqrt', [this.group()]);
    if (name === 'bmod') return this.words('operatorname', ' mod ');
    const accent = accents[name];
    if (accent) {
      const above = node('mo', [accent], { stretchy: 'false' });
      return node('mover', [this.argument(), above], { accent: 'true' });
    }
    const alphabet = alphabets[name];
    if (alphabet) return this.capital([...alphabet]);
    throw new Unknown(name);
  }

  /** A capital of a family of letters, with braces around it or without. */
  private capital(alphabet: readonly string[]): MathNode {
    const open = this.peek() === '{';
    if (open) this.next();
    const letter = this.next();
    if (open && this.next() !== '}') throw new Unknown('a single letter');
    const found = alphabet[letter.charCodeAt(0) - 65];
    if (!/^[A-Z]$/.test(letter) || !found) throw new Unknown(letter);
    return node('mi', [found]);
  }

  /** A function's name, with a space before a bare argument: sin x. */
  private named(name: string): MathNode {
    const letter = node('mi', [name]);
    if (['(', '\\left', '^', '_'].includes(this.peek() ?? '(')) return letter;
    return node('mrow', [letter, node('mspace', [], { width: '0.17em' })]);
  }

  /** One group with its fences, so that they are as high as it is, not more. */
  private fenced(): MathNode {
    const open = this.delimiter();
    const inner = this.row(['\\right']);
    this.next();
    return node('mrow', [open, inner, this.delimiter()]);
  }

  private delimiter(): MathNode {
    const t = this.next();
    if (t === '.') return node('mrow', []);
    const sign = t.startsWith('\\') ? operators[t.slice(1)] : t;
    if (!sign) throw new Unknown(t);
    return node('mo', [sign], { stretchy: 'true' });
  }

  private table(kind: string): MathNode {
    const fence = tables[kind];
    if (!fence) throw new Unknown(kind);
    const end = `\\end{${kind}}`;
    const rows: MathNode[] = [];
    let cells: MathNode[] = [];
    for (;;) {
      cells.push(node('mtd', [this.row(['&', '\\\\', end])]));
      const t = this.next();
      if (t === '&') continue;
      rows.push(node('mtr', cells));
      cells = [];
      if (t === end) break;
    }
    const [open, close] = fence;
    const stretch = { stretchy: 'true' };
    return node('mrow', [
      ...(open ? [node('mo', [open], stretch)] : []),
      node('mtable', rows, { class: kind }),
      ...(close ? [node('mo', [close], stretch)] : []),
    ]);
  }
}

function isQuad({ tag, attributes }: MathNode): boolean {
  return tag === 'mspace' && attributes?.width === spaces.quad;
}

/** The equations of a formula, which `\quad` keeps apart. */
export function splitEquations(formula: MathNode): MathNode[] {
  if (formula.tag !== 'mrow') return [formula];
  const rows: (MathNode | string)[][] = [[]];
  for (const child of formula.children) {
    if (typeof child !== 'string' && isQuad(child)) rows.push([]);
    else rows.at(-1)?.push(child);
  }
  return rows.map((row) => node('mrow', row));
}

/** The tree of a formula, or null when it uses more than is known here. */
export function parseLatex(source: string): MathNode | null {
  try {
    const parser = new Parser(source);
    const tree = parser.row([]);
    return parser.done() ? tree : null;
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}
