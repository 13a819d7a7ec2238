/** Two writers waited for each other, or made the same name at once: the second try meets what the first left. */
const passing = new Set(['40P01', '40001', '23505']);

const getErrorCode = (error: unknown) => (error as { code?: string } | null)?.code ?? '';

export const isWorthAnotherTry = (error: unknown) => passing.has(getErrorCode(error));

/**
 * Whether the data is what the database or the arithmetic cannot take (SQLSTATE 22, 23 and 54: values, rules,
 * sizes), so that without the culprit the rest can be kept.
 */
export const isFaultOfTheData = (error: unknown) =>
  error instanceof RangeError || /^(22|23|54)/.test(getErrorCode(error));
