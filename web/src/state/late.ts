// Whether something is awaited for so long that a reader should be told.

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
