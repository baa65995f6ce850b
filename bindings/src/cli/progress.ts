/** A line on a terminal that shows the progress of long work. */

/** Where the line is shown: `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Milliseconds before the line appears; shorter work shows nothing. */
const PATIENCE = 1000;

/** Milliseconds between two updates of the line. */
const PAUSE = 200;

const CLEAR = '\r\x1b[K';

/** Shows the share of bytes that are done, if the screen is a terminal. */
export class Progress {
  readonly #total: number;
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #start: number;
  #next: number;
  #shown = false;

  constructor(total: number, screen: Screen, now: () => number = Date.now) {
    this.#total = total;
    this.#screen = screen;
    this.#now = now;
    this.#start = now();
    this.#next = this.#start + PATIENCE;
  }

  /** Tells that `done` bytes are done. */
  update(done: number): void {
    const now = this.#now();
    if (!this.#screen.isTTY || now < this.#next) return;
    this.#next = now + PAUSE;
    this.#shown = true;
    const left = ((now - this.#start) * (this.#total - done)) / (done || 1);
    const percent = Math.floor((100 * done) / (this.#total || 1));
    this.#screen.write(
      `${CLEAR}${percent} % of ${size(this.#total)}, ${time(left)} left`,
    );
  }

  /** Removes the line, so that other messages can be shown. */
  clear(): void {
    if (this.#shown) this.#screen.write(CLEAR);
    this.#shown = false;
  }
}

/** `12.3 MB`. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.max(0, Math.floor(Math.log10(bytes || 1) / 3));
  const unit = Math.min(power, units.length - 1);
  const value = bytes / 1000 ** unit;
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** `3 min 20 s`. */
function time(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
