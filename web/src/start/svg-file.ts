// A drawing as the text of a file, with colours of its own in both themes.

import type { Drawing } from './shape.js';
import { type Element, treeOf } from './tree.js';

const light = {
  ...{ ink: '#132635', soft: '#4c6070', rule: '#cdd6dc', accent: '#b5116b' },
  ...{ water: '#dfeef5', land: '#f3e5c8', sheet: '#fcfdfe', wrong: '#a8201f' },
};
const dark = {
  ...{ ink: '#dfe7ec', soft: '#a3b2bc', rule: '#33424e', accent: '#f58fc0' },
  ...{ water: '#17303f', land: '#4a3a20', sheet: '#101d27', wrong: '#f79a8c' },
};

const halo = 'stroke-width:4px;stroke-linejoin:round;paint-order:stroke';

const rules = (tones: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(tones).map(
      ([tone, c]) => `.fill-${tone}{fill:${c}}.stroke-${tone}{stroke:${c}}`,
    ),
    `.halo{stroke:${tones.sheet};${halo}}`,
  ].join('');

const style =
  `${rules(light)}.fill-none,.reach{fill:none}.dashed{stroke-dasharray:4 4}` +
  'text{font-family:system-ui,sans-serif}.serif{font-family:Palatino,serif;' +
  'font-style:italic}.mono{font-family:monospace}.bold{font-weight:600}' +
  'svg{background:#f5fafc}' +
  `@media(prefers-color-scheme:dark){${rules(dark)}svg{background:#0a141d}}`;

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}

function written({ tag, attributes, place, text, children }: Element): string {
  const all = {
    ...attributes,
    ...(place ? { transform: `translate(${place.join(' ')})` } : {}),
  };
  const words = Object.entries(all)
    // A file is not dragged.
    .filter(([name]) => !/^(aria-|role|tabindex|data-)/.test(name))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const inner = escaped(text ?? '') + children.map(written).join('');
  return `<${tag}${words}>${inner}</${tag}>`;
}

export function svgFile(drawing: Drawing): string {
  const { width, height, label } = drawing;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img"><title>${escaped(label)}` +
    `</title><style>${style}</style>${treeOf(drawing).map(written).join('')}</svg>\n`
  );
}
