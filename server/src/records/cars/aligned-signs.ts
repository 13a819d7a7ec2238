/** A sign as a camera read it, and as it was; empty where it left one out or added one. */
export type SignPair = readonly [read: string, real: string];

/** Costs of the cheapest alignments of each beginning of one plate with each beginning of the other. */
function computeCosts(read: readonly string[], real: readonly string[]): number[][] {
  const costs = [Array.from({ length: real.length + 1 }, (_, column) => column)];
  for (const [row, sign] of read.entries()) {
    const above = costs[row] ?? [];
    const line = [row + 1];
    for (const [column, realSign] of real.entries()) {
      const replaced = (above[column] ?? 0) + (sign === realSign ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    costs.push(line);
  }
  return costs;
}

/**
 * Compares a plate as a camera read it with what it was, sign by sign: by position where both have the same length, else
 * by the fewest signs replaced, left out or added.
 */
export function alignSigns(readPlate: string, realPlate: string): SignPair[] {
  const [read, real] = [Array.from(readPlate), Array.from(realPlate)];
  if (read.length === real.length) return read.map((sign, index) => [sign, real[index] ?? '']);
  const costs = computeCosts(read, real);
  const pairs: SignPair[] = [];
  let [row, column] = [read.length, real.length];
  while (row > 0 || column > 0) {
    const sign = read[row - 1] ?? '';
    const realSign = real[column - 1] ?? '';
    const cost = costs[row]?.[column] ?? 0;
    const isPaired =
      row > 0 &&
      column > 0 &&
      (costs[row - 1]?.[column - 1] ?? 0) + (sign === realSign ? 0 : 1) === cost;
    const isLeftOut = !isPaired && (row === 0 || (costs[row]?.[column - 1] ?? row) + 1 === cost);
    pairs.push([isLeftOut ? '' : sign, isPaired || isLeftOut ? realSign : '']);
    if (!isLeftOut) row -= 1;
    if (isPaired || isLeftOut) column -= 1;
  }
  return pairs.reverse();
}
