/** What holds nothing is still seen as a place. */
const faintest = 0.04;
/** How steep the curve is around half of the most. */
const steepness = 10;

/** How strong a value is drawn, 0.04 to 1: a logistic curve over its share of the most. */
export function heatOpacity(value: number, most: number): number {
  const share = most > 0 ? value / most : 0;
  return Math.max(faintest, 1 / (1 + Math.exp(-steepness * (share - 0.5))));
}
