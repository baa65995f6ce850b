// A drawing as the text of a file, with colours of its own in both themes.

import type { Drawing, Tone } from './shape.js';
import { type Element, treeOf } from './tree.js';

/** The page's colours, which a file does not inherit, in each theme. */
export const colours: Readonly<
  Record<'light' | 'dark', Readonly<Record<Exclude<Tone, 'none'>, string>>>
> = {
  light: {
    ...{ ink: '#102637', soft: '#485e6d', rule: '#c8d7dd', sheet: '#fdfeff' },
    ...{ query: '#a35600', key: '#0064b5', place: '#633aaa' },
    ...{ wrong: '#b71824', grip: '#b90d75' },
  },
  dark: {
    ...{ ink: '#dbe7ec', soft: '#9caeb7', rule: '#293a46', sheet: '#0f1b23' },
    ...{ query: '#f1af57', key: '#6fb8f5', place: '#b497f8' },
    ...{ wrong: '#ff907e', grip: '#f97ebd' },
  },
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
  `${rules(colours.light)}.fill-none,.reach{fill:none}.dashed{stroke-dasharray:4 4}` +
  'text{font-family:system-ui,sans-serif}.serif{font-family:Palatino,serif;' +
  'font-style:italic}.mono{font-family:monospace}' +
  'svg{background:#f5fafc}' +
  `@media(prefers-color-scheme:dark){${rules(colours.dark)}svg{background:#0a141d}}`;

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

/** A drawing as a part of a page, whose style sheet colours it. */
export function inlineSvg(drawing: Drawing, classes: string): string {
  const { width, height, label } = drawing;
  return (
    `<svg class="${classes}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="${escaped(label)}">${treeOf(drawing).map(written).join('')}</svg>`
  );
}

export function svgFile(drawing: Drawing): string {
  const { width, height, label } = drawing;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img"><title>${escaped(label)}` +
    `</title><style>${style}</style>${treeOf(drawing).map(written).join('')}</svg>\n`
  );
}
