// The picture of the landing: waves of growing length, crossed by a position.
// Where the line meets them are the values by which a sinusoidal table writes
// that position (Vaswani et al. 2017): sin(position · base^(−k/waves)).

import { h, setText, svg } from './dom.js';

const waves = 6;
const positions = 64;
/** Base of the frequencies: the slowest wave takes about a turn in the picture. */
const base = 40;
const [width, lane, swing] = [640, 50, 17];
/** Room for a value at the end of its wave. */
const margin = 64;

const waveAt = (wave: number, position: number): number =>
  Math.sin(position * base ** (-wave / waves));

const middle = (wave: number): number => (wave + 0.5) * lane;
const across = (position: number): number => (position / positions) * width;
const heightAt = (wave: number, position: number): number =>
  middle(wave) - swing * waveAt(wave, position);

function pathOf(wave: number): string {
  const points = Array.from({ length: positions * 8 + 1 }, (_, i) => {
    const position = i / 8;
    const y = heightAt(wave, position).toFixed(1);
    return `${across(position).toFixed(1)} ${y}`;
  });
  return `M${points.join('L')}`;
}

/** The picture; its line follows the pointer and the slider beneath. */
export function createWaves(): HTMLElement {
  const line = svg('line', { class: 'waves-line', y1: 0, y2: waves * lane });
  const dots = Array.from({ length: waves }, () =>
    svg('circle', { class: 'waves-dot', r: 5 }),
  );
  const values = dots.map((_, wave) =>
    svg('text', {
      class: 'waves-value',
      x: width + margin,
      y: middle(wave) + 6,
    }),
  );
  const drawing = svg(
    'svg',
    {
      viewBox: `-6 -2 ${width + margin + 6} ${waves * lane + 4}`,
      class: 'waves',
      'aria-hidden': 'true',
    },
    ...dots.map((_, wave) =>
      svg('path', { class: 'waves-wave', d: pathOf(wave) }),
    ),
    line,
    ...dots,
    ...values,
  );
  const words = h('output', { class: 'waves-words numbers' });
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: positions,
    value: 23,
    'aria-label': 'Position',
  });

  function show(): void {
    const position = Number(slider.value);
    const x = across(position);
    line.setAttribute('x1', String(x));
    line.setAttribute('x2', String(x));
    const printed = dots.map((dot, wave) => {
      dot.setAttribute('cx', String(x));
      dot.setAttribute('cy', String(heightAt(wave, position)));
      return waveAt(wave, position).toFixed(2).replace('-', '\u2212');
    });
    values.forEach((value, wave) => {
      setText(value, printed[wave] ?? '');
    });
    setText(words, `Position ${position} in ${waves} waves`);
    slider.setAttribute(
      'aria-valuetext',
      `position ${position}: ${printed.join(', ')}`,
    );
  }

  slider.addEventListener('input', show);
  drawing.addEventListener('pointermove', ({ clientX }) => {
    const { left, width: shown } = drawing.getBoundingClientRect();
    const unit = (clientX - left) / shown;
    const place = ((unit * (width + margin + 6) - 6) / width) * positions;
    slider.value = String(Math.round(place));
    show();
  });
  show();
  return h('figure', { class: 'waves-figure' }, drawing, slider, words);
}
