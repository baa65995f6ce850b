// The lengths with which wavelengths are compared: that of training, and that of
// use.

/** What tells a length. */
export type Source = 'reader' | 'model' | 'schedule' | 'assumed';

export interface Length {
  readonly value: number;
  readonly source: Source;
}

/** What positions count: words, cells of a picture, or parts of one. */
export type Unit = 'positions' | 'cells' | 'coordinate units';

export interface Lengths {
  /** Null for pictures of no fixed size. */
  readonly trained: Length | null;
  readonly target: Length | null;
  readonly unit: Unit;
  /** The model, if its options hold, and where its lengths come from. */
  readonly model: string | undefined;
  readonly told: string;
}
