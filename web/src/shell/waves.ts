// The picture of the landing: waves of growing length, crossed by a position.
// Where the line meets them are the values by which a sinusoidal table writes
// that position (Vaswani et al. 2017): sin(position · base^(−k/waves)).

import { h, setText, svg } from './dom.js';

const waves = 6;
const positions = 64;
/** Base of the frequencies: the slowest wave takes about a turn in the picture. */
const base = 40;
/** Before the waves, so that a point on their edge is whole. */
const edge = 6;

/** In units of the picture: the waves, and room for a value at the end of each. */
const layouts = {
  wide: { width: 632, margin: 72, lane: 50, swing: 17 },
  phone: { width: 290, margin: 56, lane: 38, swing: 13 },
};

/** The same condition as in the style sheet. */
const phone = matchMedia('(max-width: 30rem)');

const layoutNow = () => (phone.matches ? layouts.phone : layouts.wide);

const waveAt = (wave: number, position: number): number =>
  Math.sin(position * base ** (-wave / waves));

/** The picture; its line follows the pointer and the slider beneath. */
export function createWaves(): HTMLElement {
  let at = layoutNow();
  const across = (position: number): number =>
    (position / positions) * at.width;
  const heightAt = (wave: number, position: number): number =>
    (wave + 0.5) * at.lane - at.swing * waveAt(wave, position);
  const each = Array.from({ length: waves }, (_, wave) => ({
    wave,
    path: svg('path', { class: 'waves-wave' }),
    dot: svg('circle', { class: 'waves-dot', r: 5 }),
    value: svg('text', { class: 'waves-value' }),
  }));
  const line = svg('line', { class: 'waves-line', y1: 0 });
  const drawing = svg(
    'svg',
    { class: 'waves', 'aria-hidden': 'true' },
    ...each.map(({ path }) => path),
    line,
    ...each.flatMap(({ dot, value }) => [dot, value]),
  );
  const words = h('output', { class: 'waves-words numbers' });
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: positions,
    value: 23,
    'aria-label': 'Position',
  });
  const ends = [0, positions].map((end) => h('span', {}, String(end)));
  const figure = h(
    'figure',
    { class: 'waves-figure' },
    h(
      'figcaption',
      {},
      words,
      ': where its line crosses a wave, the height is one of its numbers.',
    ),
    drawing,
    slider,
    h('p', { class: 'waves-ends numbers', 'aria-hidden': 'true' }, ...ends),
  );

  function show(): void {
    const position = Number(slider.value);
    const x = String(across(position));
    line.setAttribute('x1', x);
    line.setAttribute('x2', x);
    const printed = each.map(({ wave, dot, value }) => {
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', String(heightAt(wave, position)));
      const number = waveAt(wave, position).toFixed(2).replace('-', '\u2212');
      setText(value, number);
      return number;
    });
    setText(words, `Position ${position} in ${waves} waves`);
    slider.setAttribute(
      'aria-valuetext',
      `position ${position}: ${printed.join(', ')}`,
    );
  }

  /** Lays the picture out for the room that there is. */
  function arrange(): void {
    at = layoutNow();
    const { width, margin, lane } = at;
    const whole = edge + width + margin;
    drawing.setAttribute('viewBox', `${-edge} -2 ${whole} ${waves * lane + 4}`);
    // The slider is as wide as the waves, and not the values beside them.
    figure.style.setProperty('--from', String(edge / whole));
    figure.style.setProperty('--part', String(width / whole));
    line.setAttribute('y2', String(waves * lane));
    for (const { wave, path, value } of each) {
      const points = Array.from({ length: positions * 8 + 1 }, (_, i) =>
        [across(i / 8), heightAt(wave, i / 8)]
          .map((place) => place.toFixed(1))
          .join(' '),
      );
      path.setAttribute('d', `M${points.join('L')}`);
      value.setAttribute('x', String(width + margin));
      value.setAttribute('y', String((wave + 0.5) * lane + 6));
    }
    show();
  }

  slider.addEventListener('input', show);
  drawing.addEventListener('pointermove', ({ clientX }) => {
    const { left, width: shown } = drawing.getBoundingClientRect();
    const unit = ((clientX - left) / shown) * (edge + at.width + at.margin);
    slider.value = String(Math.round(((unit - edge) / at.width) * positions));
    show();
  });
  phone.addEventListener('change', arrange);
  arrange();
  return figure;
}
