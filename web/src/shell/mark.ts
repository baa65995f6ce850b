// The mark of the project: two waves of different length from one origin.

const svgSpace = 'http://www.w3.org/2000/svg';

const waves = [
  ['slow', 'M1 14c6-16 12-16 18 0s12 16 18 0'],
  ['fast', 'M1 14c3-12 6-12 9 0s6 12 9 0 6-12 9 0 6 12 9 0'],
] as const;

export function createMark(): SVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', '0 0 38 28');
  svg.setAttribute('width', '38');
  svg.setAttribute('height', '28');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, d] of waves) {
    const path = document.createElementNS(svgSpace, 'path');
    path.setAttribute('class', `wave-${name}`);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}
