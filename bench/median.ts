/** The middle of some numbers; of an even count the upper of the two. */
export const computeMedian = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
