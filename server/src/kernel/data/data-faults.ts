/** Two writers deadlocked or created the same name at once: a retry sees what the first one wrote. */
const passing = new Set(['40P01', '40001', '23505']);

const getErrorCode = (error: unknown) => (error as { code?: string } | null)?.code ?? '';

export const isWorthAnotherTry = (error: unknown) => passing.has(getErrorCode(error));

/**
 * Whether the data itself is what the database can't take (SQLSTATE 22, 23, and 54: values,
 * constraints, sizes), so the rest can be saved without the culprit.
 */
export const isFaultOfTheData = (error: unknown) =>
  error instanceof RangeError || /^(22|23|54)/.test(getErrorCode(error));
