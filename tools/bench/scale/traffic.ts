/**
 * What 10,000 properties with a million camera reads a day send in their busiest hour. docs/scale.md counts with the
 * same numbers. Each is an assumption.
 */
export const traffic = {
  properties: 10_000,
  organizations: 500,
  readsPerDay: 1_000_000,
  /** Share of a day's reads in its busiest hour. */
  busiestHour: 0.1,
  /** Each car is read at the entrance and at the exit. */
  readsPerCar: 2,
  /** Each car comes with a rental and a charge. */
  imageBytes: 40_000,
  /** Requests a second of the people who have pages open. */
  pagesPerSecond: 20,
} as const;

/** Cars that come in a second of the busiest hour. */
export const carsPerSecond =
  (traffic.readsPerDay * traffic.busiestHour) / 3600 / traffic.readsPerCar;

/**
 * How many properties each organization has: the second half as many as the first, the third a third, and so on, at
 * least one each.
 */
export function divideProperties(): number[] {
  const { properties, organizations } = traffic;
  const ranks = Array.from({ length: organizations }, (_, index) => index + 1);
  const sum = ranks.reduce((total, rank) => total + 1 / rank, 0);
  const sizes = ranks.map((rank) => Math.max(1, Math.floor(properties / sum / rank)));
  const rest = properties - sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size, index) => (index === 0 ? size + rest : size));
}
