// What is known of the pictures of a long sequence: which are wanted, what has
// been drawn of them, and what failed. It knows neither the page nor the worker.

import type { Grid } from '../../plot/grid.js';
import type { Failure } from '../../shell/failure.js';
import type { LongAnswer, LongAsk } from './long-ask.js';
import { type SideName, sides } from './state.js';

/**
 * - `waiting`: the worker has not been asked for what is wanted;
 * - `drawing`: it draws;
 * - `drawn`: every side is drawn, or has failed;
 * - `broken`: the worker itself failed, so that nothing more will come.
 */
export type LongState = 'waiting' | 'drawing' | 'drawn' | 'broken';

/** The picture of a side, as far as it is drawn, or why there is none. */
export type LongPicture =
  | {
      /** NaN in the cells of which nothing is known yet. */
      readonly grid: Grid;
      /** Number of rows that are drawn of all their queries. */
      readonly rows: number;
      /** Whether the other rows are drawn, too, of one query each. */
      readonly coarse: boolean;
      readonly failure?: undefined;
    }
  | { readonly failure: Failure; readonly grid?: undefined };

function blank(cells: number): LongPicture {
  const values = new Float32Array(cells * cells).fill(Number.NaN);
  const grid = { values, rows: cells, columns: cells };
  return { grid, rows: 0, coarse: false };
}

/** The part of the work for a picture that is over, from 0 to 1. */
function shareOf(picture: LongPicture | undefined): number {
  if (picture === undefined) return 0;
  return picture.grid ? picture.rows / picture.grid.rows : 1;
}

export class LongModel {
  #wanted: LongAsk | undefined;
  #key = '';
  #state: LongState = 'waiting';
  #pictures: Partial<Record<SideName, LongPicture>> = {};
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

  /** Whether something is drawn of both sides, unless they failed. */
  get coarse(): boolean {
    return sides.every((side) => {
      const picture = this.#pictures[side];
      return picture !== undefined && (!picture.grid || picture.coarse);
    });
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
    this.#key = key;
    this.#wanted = ask;
    this.#state = 'waiting';
    this.#pictures = {};
    this.#replaced = 0;
    return true;
  }

  /** Begins anew what is wanted, and gives it for the worker. */
  begin(): LongAsk | undefined {
    if (this.#wanted === undefined) return undefined;
    const { cells } = this.#wanted;
    this.#state = 'drawing';
    this.#pictures = { a: blank(cells), b: blank(cells) };
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
    const { grid, rows } = picture;
    if ('failure' in answer) {
      this.#pictures[side] = { failure: answer.failure };
    } else if ('coarse' in answer) {
      // After a replacement rows may be there that have all their queries.
      const from = rows * grid.columns;
      grid.values.set(answer.coarse.subarray(from), from);
      this.#pictures[side] = { grid, rows, coarse: true };
    } else {
      const [from, to] = answer.rows;
      grid.values.set(answer.values, from * grid.columns);
      this.#pictures[side] = {
        grid,
        rows: Math.max(rows, to),
        coarse: true,
      };
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
