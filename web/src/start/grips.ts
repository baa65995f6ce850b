// Dragging in a figure, by pointer and by arrow keys.

export interface GripEvents {
  /** The value at a point of the drawing. */
  at(grip: string, point: readonly [x: number, y: number]): number;
  move(grip: string, value: number): void;
}

function gripOf(target: EventTarget | null): SVGGElement | null {
  const found =
    target instanceof Element ? target.closest('[data-grip]') : null;
  return found instanceof SVGGElement ? found : null;
}

const numberOf = (grip: Element, name: string): number =>
  Number(grip.getAttribute(`aria-value${name}`));

/** Moves a grip to a value within its range, if that is another. */
function moveTo(grip: SVGGElement, value: number, events: GripEvents): void {
  if (Number.isNaN(value)) return;
  const [min, max] = [numberOf(grip, 'min'), numberOf(grip, 'max')];
  const next = Math.min(Math.max(value, min), max);
  const name = grip.dataset.grip ?? '';
  if (next !== numberOf(grip, 'now')) events.move(name, next);
}

/** The value that a key asks for; none for other keys. */
function wishOf(grip: SVGGElement, key: string): number | undefined {
  const now = numberOf(grip, 'now');
  const values: Readonly<Record<string, number>> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    PageDown: now - 10,
    PageUp: now + 10,
    Home: numberOf(grip, 'min'),
    End: numberOf(grip, 'max'),
  };
  return values[key];
}

/** The point of the drawing under the pointer. */
function pointIn(
  svg: SVGSVGElement,
  { clientX, clientY }: PointerEvent,
): readonly [number, number] {
  const point = new DOMPoint(clientX, clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}

export function listenToGrips(svg: SVGSVGElement, events: GripEvents): void {
  let held: SVGGElement | null = null;
  /** From the grip's value to that under the pointer, where it was taken. */
  let aside = 0;

  svg.addEventListener('pointerdown', (event) => {
    held = gripOf(event.target);
    if (!held) return;
    svg.setPointerCapture(event.pointerId);
    held.focus({ preventScroll: true });
    const under = events.at(held.dataset.grip ?? '', pointIn(svg, event));
    aside = under - numberOf(held, 'now');
    event.preventDefault();
  });
  svg.addEventListener('pointermove', (event) => {
    if (!held) return;
    const name = held.dataset.grip ?? '';
    moveTo(held, events.at(name, pointIn(svg, event)) - aside, events);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    svg.addEventListener(end, () => {
      held = null;
    });
  }
  svg.addEventListener('keydown', (event) => {
    const grip = gripOf(event.target);
    const value = grip && wishOf(grip, event.key);
    if (!grip || value === null || value === undefined) return;
    event.preventDefault();
    // Else the lesson would turn the page.
    event.stopPropagation();
    moveTo(grip, value, events);
  });
}
