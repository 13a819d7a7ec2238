/** Empty cells stay visible. */
const faintest = 0.04;
/** The steepness of the curve around half the maximum. */
const steepness = 10;

/** The opacity of a value, 0.04 to 1: a logistic curve over its share of the maximum. */
export function heatOpacity(value: number, most: number): number {
  const share = most > 0 ? value / most : 0;
  return Math.max(faintest, 1 / (1 + Math.exp(-steepness * (share - 0.5))));
}
