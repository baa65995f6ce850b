// @ts-check
// What the scores of a family are multiplied by.

/** @typedef {import('../../../bindings/dist/modules/models/family.js').Family} Family */

/** What the scores are multiplied by, if not 1/√headDim. @param {Family} record */
export function scoresOf(record) {
  const { scale, scaleSwitch, mscaled, queryScale, biasScaled, slope } = record;
  const { decay } = record;
  const { sinks = {} } = record;
  const texts = [];
  if (scale === 'terms') texts.push('1/√(headDim · (1 + terms))');
  else if (typeof scale === 'object') texts.push(scaleText({ ...scale }));
  else if (scale !== undefined) texts.push(`${scale}`);
  if (slope !== undefined) texts.push(`YaRN: ${slope} ln factor + 1`);
  if (mscaled) texts.push('with `mscale_all_dim`');
  if (scaleSwitch) texts.push(`1/layer if \`${scaleSwitch}\``);
  if (biasScaled) texts.push('biases are scaled, too');
  if (queryScale) texts.push(`queries grow (${queryScale})`);
  if (decay) texts.push(`mixers forget (law \`${decay}\`)`);
  for (const [kind, key] of Object.entries(sinks)) {
    const where = key === true ? '' : ` if \`${key}\``;
    texts.push(`sinks in ${kind} layers${where}`);
  }
  return texts.join('; ');
}

/** @param {Record<string, unknown>} scale */
function scaleText({ times, key, power = 1, width }) {
  const powers = /** @type {Record<string, string>} */ ({
    0.5: '√X',
    '-0.5': '1/√X',
    1: 'X',
    '-1': '1/X',
  });
  const raised = (/** @type {unknown} */ by, /** @type {string} */ what) =>
    (powers[`${by}`] ?? `X^${by}`).replace('X', what);
  const parts = [
    times === undefined ? '' : `${Number(Number(times).toPrecision(6))}`,
    key === undefined ? '' : raised(power, `\`${key}\``),
    width === undefined ? '' : raised(width, 'headDim'),
  ];
  return parts.filter(Boolean).join(' · ');
}
