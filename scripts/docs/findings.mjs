// @ts-check
// The page of what `model` finds wrong with configurations: made from the rules
// of the linter, their examples, and what the package says of those.
import { at } from '../lib/paths.mjs';
import { table } from './markdown-table.mjs';

/**
 * @typedef {import('../../bindings/dist/modules/index.js').Posenc} Posenc
 * @typedef {import('../../bindings/dist/modules/index.js').Finding} Finding
 * @typedef {import('../../bindings/dist/modules/index.js').FindingKind} FindingKind
 * @typedef {import('../../bindings/dist/modules/models/lint/rule.js').Rule<unknown>} Rule
 * @typedef {import('../../bindings/dist/modules/models/lint/examples.js').Example} Example
 */

/** The kinds of findings and what they mean. @type {Record<FindingKind, [title: string, text: string]>} */
const KINDS = {
  unknown_key: [
    'Keys that programs do not read',
    'A key is misspelt, or belongs to another program.',
  ],
  missing: ['Missing keys', 'Something that must be known is not in the file.'],
  conflict: [
    'Keys that contradict each other',
    'The same thing is said twice, with different values.',
  ],
  inconsistent: [
    'Values that do not fit together',
    'Each of them is possible, but not with the others.',
  ],
  wrong_length: [
    'Lists of the wrong length',
    'A list must have an item for each layer, or for each pair that turns.',
  ],
  wrong_type: [
    'Values of the wrong type',
    'A string stands where a number belongs, or a number where an object does.',
  ],
  out_of_range: [
    'Values that cannot be right',
    'A number is outside of what the method allows, or a word is unknown.',
  ],
  engine_disagreement: [
    'What programs read differently',
    'Nothing may be wrong with the file, but programs compute different numbers from it.',
  ],
  version_hazard: [
    'What depends on the version of a program',
    'The file is fine for some versions of a program and not for others.',
  ],
  not_computed: [
    'What this package does not compute',
    'The file is fine, but `attention({ model })` refuses some layers, as their class does something else.',
  ],
};

/**
 * Mistakes that are seen while the file is read, before any rule is asked.
 * @type {readonly Example['wrong'][]}
 */
const reading = [
  { rope_scaling: { rope_type: 'yarn', factor: 4 } },
  { rope_scaling: { rope_type: 'linear' } },
  { model_type: 'qwen2', layer_types: ['full_attention'] },
  { model_type: null, architectures: ['RobertaForMaskedLM'] },
  { rope_scaling: 'dynamic' },
  { rope_theta: '10000' },
  { rope_scaling: { rope_type: 'yarm', factor: 4 } },
  { num_key_value_heads: 0 },
];

/** Most numbers of a list that are shown. */
const MOST_NUMBERS = 8;

/** JSON on few lines, in which long lists are cut. @param {unknown} value */
function brief(value) {
  const text = JSON.stringify(
    value,
    (_, inner) =>
      Array.isArray(inner) && inner.length > MOST_NUMBERS
        ? [inner[0], inner[1], `and ${inner.length - 2} more`]
        : inner,
    2,
  );
  return (
    text
      // Lists and objects that fit stand on a line.
      .replace(/[[{]\n[^[\]{}]*[\]}]/g, (inner) => {
        const line = inner
          .replace(/\n\s*/g, ' ')
          .replace(/^\[ | \]$/g, (end) => end.trim());
        return line.length <= 64 ? line : inner;
      })
      .replace(/, "(and \d+ more)"/g, ' /* $1 */')
  );
}

/** @param {string} title @param {unknown} value */
const block = (title, value) =>
  `${title}:\n\n\`\`\`jsonc\n${brief(value)}\n\`\`\`\n`;

/** @param {Finding} finding @param {Example['wrong']} wrong */
function section({ severity, key, message, advice, engines, mends }, wrong) {
  const programs = Object.entries(engines ?? {}).map(
    ([name, value]) =>
      `${name}: ${typeof value === 'number' ? Number(value.toPrecision(6)) : value}`,
  );
  const list =
    programs.length > 0 ? `\\\n**engines**: ${programs.join('; ')}` : '';
  const changes = (mends ?? []).map((one) => `\`${JSON.stringify(one)}\``);
  const mend =
    changes.length > 0 ? `\\\n**mends**: ${changes.join(', or ')}` : '';
  return `### \`${key}\`

${block('Reported', wrong)}
**${severity}**: \`${key}\` ${message}${/[.?]$/.test(message) ? '' : '.'}\\
**advice**: ${advice}.${list}${mend}
`;
}

/** @param {Example} example */
function mend({ right, from }) {
  return Object.keys(right).length > 0
    ? `${block('Not reported', right)}\nSeen in: ${from}.\n`
    : `Not reported: the plain configuration.\\\nSeen in: ${from}.\n`;
}

/** Whether a rule made a finding. @param {Rule} rule @param {Finding} finding */
function made(rule, { kind, message }) {
  const parts = rule.message.split(/\{\w+\}/);
  let at = 0;
  const holds = parts.every((part) => {
    at = message.indexOf(part, at);
    return at >= 0;
  });
  return kind === rule.kind && holds;
}

/** @param {Posenc} pe @returns {Promise<string>} */
export async function findingsPage(pe) {
  const lint = 'bindings/dist/modules/models/lint';
  const { ropeRules } = await import(at(`${lint}/rope-rules.js`));
  const { towerRules } = await import(at(`${lint}/tower-rules.js`));
  const { unreadRules } = await import(at(`${lint}/unread-rules.js`));
  const { examples, plain } = await import(at(`${lint}/examples.js`));
  /** @type {Map<FindingKind, string[]>} */
  const sections = new Map();
  const findingsOf = (/** @type {Example['wrong']} */ wrong) =>
    pe.model({ ...plain, ...wrong }).findings;
  /** @param {FindingKind} kind @param {string} text */
  const put = (kind, text) =>
    sections.set(kind, [...(sections.get(kind) ?? []), text]);

  /** @type {[string, Rule][]} */
  const rules = Object.entries({ ...ropeRules, ...towerRules, ...unreadRules });
  for (const [name, rule] of rules) {
    const example = /** @type {Example} */ (examples[name]);
    const { wrong } = example;
    const finding = findingsOf(wrong).find((one) => made(rule, one));
    if (!finding) throw new Error(`docs: ${name} does not find its example`);
    put(rule.kind, `${section(finding, wrong)}\n${mend(example)}`);
  }
  for (const wrong of reading) {
    const [finding] = findingsOf(wrong);
    if (!finding) throw new Error(`docs: nothing in ${JSON.stringify(wrong)}`);
    put(finding.kind, section(finding, wrong));
  }
  return page(plain, sections);
}

/**
 * @param {unknown} plain @param {Map<FindingKind, string[]>} sections
 */
function page(plain, sections) {
  const kinds = Object.entries(KINDS).map(([word, [title, text]]) => {
    const kind = /** @type {FindingKind} */ (word);
    return { kind, title, text, all: sections.get(kind) ?? [] };
  });
  const anchor = (/** @type {string} */ title) =>
    title.toLowerCase().replaceAll(' ', '-');
  const rows = kinds.map(({ kind, title, text }) => [
    `[\`${kind}\`](#${anchor(title)})`,
    text,
  ]);
  const parts = kinds.map(
    ({ kind, title, text, all }) =>
      `## ${title}\n\n\`kind: '${kind}'\`. ${text}\n\n${all.join('\n')}`,
  );
  return `# Findings about configurations

What \`pe.model(config).findings\` says of a configuration that is wrong, that
programs read differently, or whose class this package does not compute. \`npm run
docs\` makes this page from the rules that find it and from their examples; what each
finding says here is what the package said of the example.

A finding has a \`severity\`, a \`kind\`, the \`key\` with its path, its \`value\`, a
\`message\`, an \`advice\`, and \`engines\` with the value that each program takes,
where they differ. Where it is known what was meant, it has \`mends\`: changes of which
one is to be chosen, as values by the paths of their keys; \`null\` takes a key away.
\`mend\` of \`posenc/models\` makes one, and \`posenc lint --mend\` those that leave no
choice. Findings come worst first:

* **error**: a model computes something else than what was meant, or programs
  stop.
* **warning**: it probably does.
* **note**: programs differ, or versions of them, or this package does not compute
  what the class does.

${table(['kind', 'what it means'], rows)}
Each example shows the keys that differ from this plain configuration, in which
nothing is found:

\`\`\`jsonc
${brief(plain)}
\`\`\`

${parts.join('\n')}
[From a model's name to its encoding](models.md)
`;
}
