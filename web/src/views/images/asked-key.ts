// One text for equal questions to the worker. JSON alone has neither NaN nor
// Infinity, which a wrong number is.

export const keyOf = (asked: unknown): string =>
  JSON.stringify(asked, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value)
      ? String(value)
      : value,
  );
