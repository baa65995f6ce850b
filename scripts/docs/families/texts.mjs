// @ts-check
// Texts of the records of families.

/**
 * @typedef {import('../../../bindings/dist/modules/models/family.js').Family} Family
 * @typedef {import('../../../bindings/dist/modules/models/family.js').TableRule} TableRule
 */

/** A kind of layers without the word that all of them end in. */
const plain = (/** @type {unknown} */ kind) =>
  String(kind)
    .replace(/_attention$/, '')
    .replaceAll('_', ' ');

/** @param {unknown} key */
const code = (key) => `\`${key}\``;

/** A number with the ending of an ordinal: 6th. @param {number} n */
const nth = (n) =>
  `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`;

/** Which layers attend how, and turn. @param {Family} record */
export function layersOf(record) {
  const { kinds, windowSwitch, noRope, ropeList, scaled } = record;
  const { bidirectional, stages, last, shifted, blocks } = record;
  const texts = [];
  if (stages) texts.push('stages of different widths');
  if (bidirectional) texts.push('both directions');
  const kind = kindsText(kinds);
  if (kind)
    texts.push(windowSwitch ? `${kind}, if ${code(windowSwitch)}` : kind);
  if (shifted) texts.push('every second block moves its windows');
  if (blocks) texts.push('blocks of keys');
  if (last) texts.push(`the last one is ${plain(last)}`);
  if (noRope && noRope !== 'none') {
    texts.push(`${plain(noRope)} ones do not turn`);
  }
  if (ropeList) {
    const key = ropeList === true ? 'no_rope_layers' : ropeList;
    texts.push(`${code(key)} says which turn`);
  }
  if (scaled) {
    const only = [scaled].flat().map(plain).join(' and ');
    texts.push(`only ${only} ones are scaled`);
  }
  return texts.join('; ');
}

/** @param {Family['kinds']} kinds @returns {string} */
function kindsText(kinds) {
  if (kinds === undefined || kinds === 'full') return '';
  if (typeof kinds === 'string') return `all ${plain(kinds)}`;
  const rule = /** @type {Readonly<Record<string, unknown>>} */ ({ ...kinds });
  const that = plain(rule.that ?? 'full');
  const others = plain(rule.others ?? 'sliding');
  if (rule.every !== undefined) return everyText(rule, that, others);
  if (rule.letters) {
    const letters = Object.entries(rule.letters).map(
      ([letter, kind]) => `${code(letter)} ${plain(kind)}`,
    );
    const rest = rule.others === undefined ? [] : [`others ${others}`];
    return `${code(rule.list)}: ${[...letters, ...rest].join(', ')}`;
  }
  if (rule.cycle || rule.groups) {
    return `${code(rule.cycle ?? rule.groups)}, repeated`;
  }
  if (rule.list) return `those in ${code(rule.list)} ${that}, others ${others}`;
  if (rule.period) {
    const one = `layer modulo ${code(rule.period)} = ${code(rule.offset)}`;
    return `${one} ${that}, others ${others}`;
  }
  if (rule.from) return `below ${code(rule.from)} ${that}, others ${others}`;
  if (rule.turns) return `those that turn ${that}, others ${others}`;
  throw new Error(`docs: no text for the kinds ${JSON.stringify(kinds)}`);
}

/**
 * @param {Readonly<Record<string, unknown>>} rule
 * @param {string} that @param {string} others
 */
function everyText({ every, of, at, after }, that, others) {
  const keyed = typeof every === 'string';
  const n = Number(keyed ? (of ?? 1) : every);
  if (n === 1 && !keyed) return `all ${that}`;
  const key = keyed ? ` (${code(every)})` : '';
  const first = Number(at);
  const which =
    at === undefined
      ? `every ${nth(n)}`
      : `layers ${first}, ${first + n}, ${first + 2 * n} … are`;
  const begin = after === undefined ? '' : `, the first ${code(after)} too`;
  return `${which} ${that}${key}${begin}, others ${others}`;
}

/** The part of a head that turns by default. @param {Family} record */
export function shareOf({ defaults = {}, axes, tail }) {
  const axis = axes ? `; axes ${axes.type}` : '';
  const { qk_nope_head_dim: plain, qk_rope_head_dim: turned } = defaults;
  if (typeof turned === 'number') {
    return `last ${turned} of ${turned + Number(plain)}${axis}`;
  }
  if (typeof defaults.rotary_dim === 'number') {
    return `${tail ? 'last' : 'first'} ${defaults.rotary_dim}${axis}`;
  }
  const share = [
    'partial_rotary_factor',
    'rotary_pct',
    'rotary_percent',
    'rope_pct',
  ]
    .map((key) => defaults[key])
    .find((value) => typeof value === 'number');
  return `${share === undefined || share === 1 ? 'all' : `${tail ? 'last' : 'first'} ${100 * share} %`}${axis}`;
}

/** @param {TableRule | null | undefined} rule */
export function tableText(rule) {
  if (!rule) return '';
  const { method, rows, extra, offset, options = {}, named = {} } = rule;
  const details = [];
  if (rows) {
    const size =
      rows === 'maxPosition'
        ? 'positions'
        : rows.includes('_')
          ? code(rows)
          : rows;
    const added =
      extra === 'padding' ? ' + offset' : extra ? ` + ${extra}` : '';
    details.push(`${size}${added} rows`);
  }
  if (offset === 'padding') details.push('offset padding + 1');
  else if (offset) details.push(`offset ${offset}`);
  for (const [name, value] of Object.entries(options)) {
    details.push(name === 'preset' ? `${value}` : `${name} ${value}`);
  }
  for (const [name, key] of Object.entries(named)) {
    details.push(`${name} ${code(key)}`);
  }
  const text = details.length > 0 ? ` (${details.join(', ')})` : '';
  return `${method}${text}`;
}
