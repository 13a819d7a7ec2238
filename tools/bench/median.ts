/** The value below which the given share of the numbers lies. */
export const computePercentile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor(numbers.length * share))
  ] ?? 0;

/** The median; of an even count, the upper of the two middle numbers. */
export const computeMedian = (numbers: readonly number[]) => computePercentile(numbers, 0.5);
