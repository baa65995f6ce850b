// An `svg` element of the page, to be saved: its shapes with the colours that
// they have on the page.

import type { Box, Panel, PathShape, Shape } from './shape.js';

/** The path of an element of SVG; null where it is none that has one. */
function pathOf(element: SVGElement): string | null {
  const of = (name: string) => Number(element.getAttribute(name) ?? 0);
  switch (element.localName) {
    case 'path':
      return element.getAttribute('d');
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'rect':
      return `M${of('x')} ${of('y')}h${of('width')}v${of('height')}h${-of('width')}Z`;
    case 'circle':
    case 'ellipse': {
      const [rx, ry] =
        element.localName === 'circle'
          ? [of('r'), of('r')]
          : [of('rx'), of('ry')];
      const half = `a${rx} ${ry} 0 1 0`;
      return `M${of('cx') - rx} ${of('cy')}${half} ${2 * rx} 0${half} ${-2 * rx} 0Z`;
    }
    case 'polyline':
    case 'polygon': {
      const points = element.getAttribute('points')?.trim() ?? '';
      const end = element.localName === 'polygon' ? 'Z' : '';
      return points === '' ? null : `M${points}${end}`;
    }
    default:
      return null;
  }
}

/** The shapes of a drawing, placed in a box as large as its own form allows. */
function shapesIn(drawing: SVGSVGElement, box: Box): Shape[] {
  const shown = drawing.getBoundingClientRect();
  const scale = Math.min(box.width / shown.width, box.height / shown.height);
  const [x0, y0] = [
    box.x + (box.width - scale * shown.width) / 2,
    box.y + (box.height - scale * shown.height) / 2,
  ];
  const shapes: Shape[] = [];
  for (const element of drawing.querySelectorAll('*')) {
    if (!(element instanceof SVGGraphicsElement)) continue;
    if (element.closest('defs, clipPath, mask, marker, symbol')) continue;
    const style = getComputedStyle(element);
    const at = element.getScreenCTM();
    if (
      at === null ||
      style.display === 'none' ||
      style.visibility === 'hidden'
    ) {
      continue;
    }
    const place = (x: number, y: number) =>
      [x0 + scale * (x - shown.left), y0 + scale * (y - shown.top)] as const;
    const [e, f] = place(at.e, at.f);
    const still = style.vectorEffect === 'non-scaling-stroke';
    const grown = scale * Math.sqrt(Math.abs(at.a * at.d - at.b * at.c));
    if (element instanceof SVGTextElement) {
      if (element.getNumberOfChars() === 0) continue;
      const { x, y } = element.getStartPositionOfChar(0);
      const from = new DOMPoint(x, y).matrixTransform(at);
      const [left, top] = place(from.x, from.y);
      shapes.push({
        ...{ kind: 'text', x: left, y: top, text: element.textContent ?? '' },
        size: grown * Number.parseFloat(style.fontSize),
        ...{ anchor: 'start', colour: style.fill },
        ...(style.paintOrder.startsWith('stroke') && style.stroke !== 'none'
          ? { halo: style.stroke }
          : {}),
      });
      continue;
    }
    const d = pathOf(element);
    if (d === null) continue;
    const { stroke, fill } = style;
    const wide = Number.parseFloat(style.strokeWidth) || 1;
    const dash = style.strokeDasharray
      .match(/[\d.]+/g)
      ?.map((one) => Number(one) * (still ? scale : grown));
    const own: PathShape = {
      ...{ kind: 'path', d },
      matrix: [scale * at.a, scale * at.b, scale * at.c, scale * at.d, e, f],
      width: wide * (still ? scale : grown),
      cap: style.strokeLinecap as CanvasLineCap,
      opacity: Number(style.opacity),
      ...(stroke === 'none' ? {} : { stroke }),
      ...(fill === 'none' ? {} : { fill }),
      ...(dash ? { dash } : {}),
    };
    shapes.push(own);
  }
  return shapes;
}

export function drawingPanel(drawing: SVGSVGElement): Panel {
  return (box) => shapesIn(drawing, box);
}
