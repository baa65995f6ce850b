// LaTeX as MathML, in the form in which the page builds it: trees of plain
// values, with nothing in them but what is known here to be harmless.

import temml from 'temml';

/** An element. */
export interface MathTree {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly styles?: Readonly<Record<string, string>>;
  readonly children: readonly (MathTree | string)[];
}

/** What Temml makes before it writes text. */
interface TemmlNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TemmlNode[];
}

const tags = new Set([
  ...['math', 'mrow', 'mi', 'mo', 'mn', 'mtext', 'mspace', 'mpadded'],
  ...['msub', 'msup', 'msubsup', 'mover', 'munder', 'munderover'],
  ...['mfrac', 'msqrt', 'mroot', 'mstyle', 'mtable', 'mtr', 'mtd'],
]);

const attributeNames = new Set([
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'movablelimits'],
  ...['fence', 'form', 'separator', 'stretchy', 'symmetric', 'accent'],
  ...['lspace', 'rspace', 'width', 'height', 'depth', 'minsize', 'maxsize'],
  ...['linethickness', 'columnalign', 'largeop'],
]);

/** Those with a rule in `formula.css`; the others change nothing here. */
const classNames = new Set([
  ...['tml-sml-pad', 'tml-med-pad', 'tml-lrg-pad', 'tml-left', 'tml-right'],
  ...['chr-sml', 'chr-med', 'chr-lrg'],
  ...['wbk-acc', 'wbk-sml-acc', 'wbk-med-acc', 'wbk-lrg-acc'],
]);
const idleClasses = new Set(['tml-display', 'tml-prime', 'mathcal']);

const styleNames = new Set([
  ...['padding-left', 'padding-right', 'margin-left', 'math-depth'],
]);

function entriesOf(
  latex: string,
  kind: string,
  given: Readonly<Record<string, unknown>> = {},
  known: ReadonlySet<string>,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => {
    // Temml names styles as JavaScript does.
    const plain = name.replace(
      /[A-Z]/g,
      (letter) => `-${letter.toLowerCase()}`,
    );
    if (!known.has(plain)) {
      throw new Error(`the page knows no ${kind} ${plain}, used by ${latex}`);
    }
    return [plain, String(value)];
  });
  return Object.fromEntries(entries);
}

function treesOf(latex: string, node: TemmlNode): (MathTree | string)[] {
  if (typeof node.text === 'string') return [node.text];
  const children = (node.children ?? []).flatMap((c) => treesOf(latex, c));
  const { type, classes = [] } = node;
  // A fragment is its children.
  if (type === undefined) return children;
  if (!tags.has(type)) {
    throw new Error(`the page knows no element ${type}, used by ${latex}`);
  }
  const attributes = entriesOf(
    latex,
    'attribute',
    node.attributes,
    attributeNames,
  );
  const styled = classes
    .flatMap((names) => names.split(' '))
    .filter((name) => name !== '' && !idleClasses.has(name));
  for (const name of styled) {
    if (!classNames.has(name)) {
      throw new Error(`formula.css has no rule for ${name}, used by ${latex}`);
    }
  }
  if (styled.length > 0) attributes.class = styled.join(' ');
  const { display: _, ...style } = node.style ?? {};
  const styles = entriesOf(latex, 'style', style, styleNames);
  return [
    {
      tag: type,
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(Object.keys(styles).length > 0 && { styles }),
      children,
    },
  ];
}

function isQuad(part: MathTree | string): boolean {
  return (
    typeof part === 'object' &&
    part.tag === 'mspace' &&
    part.attributes?.width === '1em'
  );
}

function isComma(part: MathTree | string | undefined): boolean {
  return typeof part === 'object' && part.children.join() === ',';
}

/**
 * The parts of a formula, which `\quad` keeps apart, each to stand in a line.
 * Throws where Temml does not understand the formula, or makes what the page
 * does not know.
 */
export function linesOf(latex: string): readonly MathTree[] {
  const root: TemmlNode = temml.__renderToMathMLTree(latex, {
    displayMode: true,
    throwOnError: true,
    strict: true,
    wrap: 'none',
  });
  const [math] = treesOf(latex, root);
  if (typeof math !== 'object') throw new Error(`no formula: ${latex}`);
  const [row] = math.children;
  const whole = typeof row === 'object' && row.tag === 'mrow';
  const parts =
    whole && math.children.length === 1 ? row.children : math.children;
  const lines: (MathTree | string)[][] = [[]];
  for (const part of parts) {
    const line = lines.at(-1) ?? [];
    if (!isQuad(part)) line.push(part);
    else {
      // A comma at the end of a line separates it from the next no better.
      if (isComma(line.at(-1))) line.pop();
      lines.push([]);
    }
  }
  return lines.map((children) => ({
    ...math,
    children: [{ tag: 'mrow', children }],
  }));
}
