// @ts-check
// Line charts as SVG text, for the figures of the guides. They need a few axes
// and lines and the same bytes on every machine, so no chart library is worth
// its weight: coordinates are rounded, and nothing depends on installed fonts.

/**
 * An axis from `from` to `to`. `ticks` are the values that are written.
 * @typedef {{ label: string, scale: 'linear' | 'log', from: number,
 *   to: number, ticks: readonly number[],
 *   write?: (value: number) => string }} Axis
 *
 * @typedef {{ name: string, points: readonly (readonly [number, number])[],
 *   dashed?: boolean }} Line
 *
 * A thin straight line across the chart, with a word at it.
 * @typedef {{ y: number, name: string }} Mark
 *
 * @typedef {{ title: string, x: Axis, y: Axis, lines: readonly Line[],
 *   marks?: readonly Mark[] }} Chart
 */

const [WIDTH, HEIGHT] = [720, 380];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 64, 48];

/** Hues of the lines, the same as on the page. */
const HUES = [352, 250, 155, 68, 305, 200];

const style = (/** @type {number} */ light) =>
  HUES.map(
    (hue, i) =>
      `.l${i}{stroke:oklch(${light} .15 ${hue})}.f${i}{fill:oklch(${light} .15 ${hue})}`,
  ).join('');

const STYLE = `<style>
svg{background:#fff;color:#222;font:13px system-ui,sans-serif}
text{fill:currentColor}.line{fill:none;stroke-width:1.8}
.grid{stroke:currentColor;stroke-opacity:.13}
.mark{stroke:currentColor;stroke-opacity:.5;stroke-dasharray:2 3}
${style(0.56)}
@media(prefers-color-scheme:dark){svg{background:#16181d;color:#ddd}
${style(0.77)}}
</style>`;

const escaped = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const round = (/** @type {number} */ value) => String(Number(value.toFixed(1)));

/**
 * The place of a value between two ends.
 * @param {Axis} axis @param {number} begin @param {number} end
 */
function placing({ scale, from, to }, begin, end) {
  const on = scale === 'log' ? Math.log : (/** @type {number} */ x) => x;
  return (/** @type {number} */ value) =>
    begin + ((on(value) - on(from)) / (on(to) - on(from))) * (end - begin);
}

/**
 * @param {Line} line @param {number} index
 * @param {(x: number) => number} x @param {(y: number) => number} y
 */
function pathOf({ points, dashed }, index, x, y) {
  const steps = points.map(([a, b]) => `${round(x(a))} ${round(y(b))}`);
  const dash = dashed ? ' stroke-dasharray="6 4"' : '';
  return `<path class="line l${index}"${dash} d="M${steps.join('L')}"/>`;
}

/**
 * An SVG document as wide as all figures.
 * @param {string} title @param {number} height
 * @param {readonly string[]} parts elements below the title
 * @returns {string}
 */
export function documentOf(title, height, parts) {
  const name = escaped(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${name}</title>
${STYLE}
<text x="${LEFT}" y="22" font-weight="600">${name}</text>
${parts.join('\n')}
</svg>
`;
}

/** @param {Chart} chart @returns {string} an SVG document */
export function drawChart({ title, x, y, lines, marks = [] }) {
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM];
  const atX = placing(x, LEFT, right);
  const atY = placing(y, bottom, TOP);
  const parts = [];
  for (const tick of y.ticks) {
    const at = round(atY(tick));
    const text = y.write?.(tick) ?? String(tick);
    parts.push(
      `<path class="grid" d="M${LEFT} ${at}H${right}"/>`,
      `<text x="${LEFT - 8}" y="${at}" dy=".35em" text-anchor="end">${text}</text>`,
    );
  }
  for (const tick of x.ticks) {
    const text = x.write?.(tick) ?? String(tick);
    parts.push(
      `<text x="${round(atX(tick))}" y="${bottom + 18}" text-anchor="middle">${text}</text>`,
    );
  }
  for (const mark of marks) {
    const at = atY(mark.y);
    parts.push(
      `<path class="mark" d="M${LEFT} ${round(at)}H${right}"/>`,
      `<text x="${LEFT + 6}" y="${round(at - 5)}">${escaped(mark.name)}</text>`,
    );
  }
  let across = LEFT;
  lines.forEach((line, i) => {
    parts.push(pathOf(line, i, atX, atY));
    parts.push(
      `<text class="f${i}" x="${across}" y="46">${escaped(line.name)}</text>`,
    );
    across += 7.4 * line.name.length + 22;
  });
  parts.push(
    `<text x="${right}" y="${HEIGHT - 8}" text-anchor="end">${escaped(x.label)}</text>`,
    `<text x="8" y="46" font-style="italic">${escaped(y.label)}</text>`,
  );
  return documentOf(title, HEIGHT, parts);
}
