// Whether an element is near the window, as a browser tells it.

import { afterEach, expect, it, vi } from 'vitest';
import { followNear } from './when-open.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('tells the newest of what a busy page hears at once, until it is left', () => {
  const seen = { margin: '', watched: 0 };
  let hear = (_: readonly { readonly isIntersecting: boolean }[]) => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof hear, { rootMargin }: { rootMargin: string }) {
        hear = told;
        seen.margin = rootMargin;
      }
      observe() {
        seen.watched += 1;
      }
      disconnect() {
        seen.watched -= 1;
      }
    },
  );
  const told: boolean[] = [];
  const leave = followNear({} as Element, '25%', (near) => told.push(near));
  expect(seen).toEqual({ margin: '25%', watched: 1 });
  hear([{ isIntersecting: false }]);
  // It came and went and came while the page had no time for it.
  const all = [true, false, true];
  hear(all.map((isIntersecting) => ({ isIntersecting })));
  expect(told).toEqual([false, true]);
  leave();
  expect(seen.watched).toBe(0);
});
