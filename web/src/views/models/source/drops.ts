// Files and texts that a reader brings to the page by dropping or pasting them.

/** What is brought to other places of the page. */
export interface OtherDrops {
  readonly places: readonly HTMLElement[];
  takeFile(file: File): void;
  takeText(text: string): void;
}

/**
 * Takes files and texts that are dropped on the page, and texts that are pasted
 * outside of a field, while `element` is there. It is marked while something is
 * dragged.
 */
export function takeDrops(
  element: HTMLElement,
  takeFile: (file: File) => void,
  takeText: (text: string) => void,
  other: OtherDrops,
): void {
  const takes = (data: DataTransfer | null) =>
    element.isConnected &&
    data !== null &&
    ['Files', 'text/plain'].some((type) => data.types.includes(type));
  const mark = (over: boolean) => element.classList.toggle('dropping', over);

  function take(data: DataTransfer, event: Event): void {
    const [file] = data.files;
    const text = data.getData('text/plain');
    // Words of the page may be dragged and let go by chance.
    const none =
      event.type === 'drop' ? !/^\s*\{/.test(text) : /^\s*$/.test(text);
    if (!file && none) return;
    event.preventDefault();
    const { target } = event;
    const elsewhere =
      target instanceof Node &&
      other.places.some((place) => place.contains(target));
    const own = elsewhere ? other : { takeFile, takeText };
    if (file) own.takeFile(file);
    else own.takeText(text);
  }

  const inField = ({ target }: Event) =>
    target instanceof Element && target.closest('input, textarea') !== null;

  document.addEventListener('dragover', (event) => {
    const { dataTransfer } = event;
    if (!takes(dataTransfer)) return;
    // A text that is moved within a field stays the browser's.
    if (inField(event) && !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    const { dataTransfer } = event;
    if (dataTransfer === null || !takes(dataTransfer)) return;
    if (inField(event) && dataTransfer.files.length === 0) return;
    take(dataTransfer, event);
  });
  document.addEventListener('paste', (event) => {
    const { clipboardData } = event;
    if (!takes(clipboardData) || clipboardData === null) return;
    if (!inField(event)) take(clipboardData, event);
  });
}
