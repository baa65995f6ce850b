// What is known of the pictures of a long sequence: which are wanted, what has
// been drawn of them, and what failed. It knows neither the page nor the worker.

import type { Failure } from '../../../shell/failure.js';
import { bySide, type SideName, sides } from '../state/state.js';
import type { LongAnswer, LongAsk } from './ask.js';
import { blank, type Drawn, enlarged, type LongGrid } from './preview.js';

/**
 * - `waiting`: the worker has not been asked for what is wanted;
 * - `drawing`: it draws;
 * - `drawn`: every side is drawn, or has failed;
 * - `broken`: the worker itself failed, so that nothing more will come.
 */
export type LongState = 'waiting' | 'drawing' | 'drawn' | 'broken';

/** The picture of a side, as far as it is drawn, or why there is none. */
export type LongPicture =
  | LongDrawn
  | { readonly failure: Failure; readonly grid?: undefined };

/** A picture, as far as it is drawn. */
export interface LongDrawn {
  /**
   * NaN in the cells of which nothing is known yet. Until there is a coarse
   * picture, rows that are not drawn may hold those of the picture before.
   */
  readonly grid: LongGrid;
  /** Number of rows that are drawn of all their queries. */
  readonly rows: number;
  /**
   * The other rows are drawn, too, of one query each, which so many rows
   * have; 0 before all of them are.
   */
  readonly level: number;
  readonly failure?: undefined;
}

/** A picture of which nothing is drawn. */
const started = (grid: LongGrid): LongDrawn => ({ grid, rows: 0, level: 0 });

/** Writes rows of a coarse picture below the `rows` that are drawn of all. */
function spread(
  values: Float32Array,
  [first, end]: readonly [number, number],
  level: number,
  { grid, rows }: { readonly grid: LongGrid; readonly rows: number },
): void {
  const { columns } = grid;
  for (let row = first; row < end; row++) {
    const from = Math.floor((row * grid.rows) / level);
    const to = Math.floor(((row + 1) * grid.rows) / level);
    const at = (row - first) * columns;
    const own = values.subarray(at, at + columns);
    for (let cell = Math.max(from, rows); cell < to; cell++) {
      grid.values.set(own, cell * columns);
    }
  }
}

/** The part of the work for a picture that is over, from 0 to 1. */
function shareOf(picture: LongPicture | undefined): number {
  if (picture === undefined) return 0;
  return picture.grid ? picture.rows / picture.grid.rows : 1;
}

/** Whether a row holds numbers of the picture itself. */
export function isKnown({ rows, level }: LongDrawn, row: number): boolean {
  return level > 0 || row < rows;
}

/** The grid of a picture, NaN where it holds none of its own numbers. */
export function knownOf(picture: LongDrawn): LongGrid {
  const { grid, rows, level } = picture;
  if (level > 0 || rows === grid.rows) return grid;
  const values = grid.values.slice().fill(Number.NaN, rows * grid.columns);
  return { ...grid, values };
}

/** Whether two asks differ in the pairs that are shown alone. */
function sameBut(a: LongAsk, b: LongAsk): boolean {
  const rest = ({ crop: _, cells: __, ...others }: LongAsk) => others;
  return JSON.stringify(rest(a)) === JSON.stringify(rest(b));
}

export class LongModel {
  #wanted: LongAsk | undefined;
  #key = '';
  #state: LongState = 'waiting';
  #pictures: Partial<Record<SideName, LongPicture>> = {};
  /** The last pictures of other pairs of the same sequence. */
  #before: Drawn | null = null;
  #replaced = 0;

  /** What is to be drawn; nothing at first. */
  get wanted(): LongAsk | undefined {
    return this.#wanted;
  }

  get state(): LongState {
    return this.#state;
  }

  get pictures(): Readonly<Partial<Record<SideName, LongPicture>>> {
    return this.#pictures;
  }

  /** The part of the work for both sides that is over, from 0 to 1. */
  get share(): number {
    const shares = sides.map((side) => shareOf(this.#pictures[side]));
    return shares.reduce((sum, share) => sum + share, 0) / sides.length;
  }

  /** The rows of the coarsest picture of a side that did not fail. */
  get level(): number {
    const levels = sides.map((side) => {
      const picture = this.#pictures[side];
      return picture?.grid ? picture.level : picture ? Infinity : 0;
    });
    return Math.min(...levels);
  }

  /** Whether what is not drawn yet shows the pictures before. */
  get before(): boolean {
    return this.#before !== null;
  }

  /** How often the worker was replaced while it drew what is wanted. */
  get replaced(): number {
    return this.#replaced;
  }

  /** Whether the worker has to be asked. */
  get due(): boolean {
    if (this.#wanted === undefined) return false;
    return this.#state === 'waiting' || this.#state === 'broken';
  }

  /**
   * Takes what is to be drawn.
   * @returns whether it differs from what was wanted before
   */
  want(ask: LongAsk): boolean {
    const key = JSON.stringify(ask);
    if (key === this.#key) return false;
    const last = this.#wanted;
    this.#key = key;
    this.#before = last && sameBut(last, ask) ? this.#drawn(last) : null;
    this.#wanted = ask;
    this.#state = 'waiting';
    this.#pictures = this.#before ? this.#enlarged(ask, this.#before) : {};
    this.#replaced = 0;
    return true;
  }

  /** The newest pictures that hold numbers of their own, with their ask. */
  #drawn(ask: LongAsk): Drawn | null {
    const grids = bySide((side) => {
      const picture = this.#pictures[side];
      if (!picture?.grid) return undefined;
      return picture.level > 0 || picture.rows > 0 ? picture.grid : undefined;
    });
    return grids.a || grids.b ? { ask, grids } : this.#before;
  }

  /** The pictures before, as far as they show what is wanted. */
  #enlarged(ask: LongAsk, before: Drawn): Record<SideName, LongPicture> {
    return bySide((side) => started(enlarged(ask, before, side)));
  }

  /** Begins anew what is wanted, and gives it for the worker. */
  begin(): LongAsk | undefined {
    if (this.#wanted === undefined) return undefined;
    const { cells } = this.#wanted;
    this.#state = 'drawing';
    this.#pictures = this.#before
      ? this.#enlarged(this.#wanted, this.#before)
      : { a: started(blank(cells)), b: started(blank(cells)) };
    this.#replaced = 0;
    return this.#wanted;
  }

  /**
   * Takes a coarse picture, some rows of a picture, or why there is none.
   * @returns whether there is more to come
   */
  take(answer: LongAnswer): boolean {
    const { side } = answer;
    const picture = this.#pictures[side];
    if (this.#state !== 'drawing') return false;
    if (!picture?.grid) return true;
    const { grid, rows, level } = picture;
    if ('failure' in answer) {
      this.#pictures[side] = { failure: answer.failure };
    } else if (answer.level === undefined) {
      const [from, to] = answer.rows;
      grid.values.set(answer.values, from * grid.columns);
      this.#pictures[side] = { grid, rows: Math.max(rows, to), level };
    } else {
      const [, to] = answer.rows;
      spread(answer.values, answer.rows, answer.level, { grid, rows });
      const whole = to === answer.level;
      const now = whole ? Math.max(level, answer.level) : level;
      this.#pictures[side] = { grid, rows, level: now };
    }
    if (this.share === 1) this.#state = 'drawn';
    return this.#state === 'drawing';
  }

  /** Takes that another worker begins anew; what is drawn stays. */
  replace(): void {
    this.#replaced++;
  }

  /** Takes that the worker failed. */
  breakOff(): void {
    this.#state = 'broken';
  }

  /** Gives up what is not drawn. */
  giveUp(): void {
    if (this.#state !== 'drawn') this.#state = 'waiting';
  }
}
