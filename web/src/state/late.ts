// Whether something is awaited for so long that a reader should be told.
//
// The count does not begin anew with each wish, but with each answer: while a
// reader drags a slider, wishes come at every frame, and a count that began anew
// with each would never strike, however old the picture. Where an answer comes
// that is not the last, `end` and then `wait` begin the count for the next one.

/** Milliseconds after which what is shown counts as that of earlier values. */
const lateMs = 200;

export interface Late {
  /** Something is awaited from now on, unless something is already. */
  wait(): void;
  /** It has come, or is no longer wanted. */
  end(): void;
  /** Whether it is late. */
  readonly is: boolean;
}

/** Calls `changed` when what is awaited has become late. */
export function createLate(changed: () => void): Late {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late = false;
  return {
    wait() {
      timer ??= setTimeout(() => {
        late = true;
        changed();
      }, lateMs);
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
      late = false;
    },
    get is() {
      return late;
    },
  };
}
