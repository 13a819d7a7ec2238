/**
 * What 10,000 properties with a million camera reads a day send in their busiest hour. Every number is an
 * assumption; docs/scale.md uses the same ones.
 */
export const traffic = {
  properties: 10_000,
  organizations: 500,
  readsPerDay: 1_000_000,
  /** The busiest hour's share of a day's reads. */
  busiestHour: 0.1,
  /** Each car is read at the entrance and at the exit. */
  readsPerCar: 2,
  /** Each car has a rental and a charge. */
  imageBytes: 40_000,
  /** Requests per second of the people with open pages. */
  pagesPerSecond: 20,
} as const;

/** Cars that arrive per second in the busiest hour. */
export const carsPerSecond =
  (traffic.readsPerDay * traffic.busiestHour) / 3600 / traffic.readsPerCar;

/** Properties per organization: the second has half as many as the first, the third a third, and so on. */
export function divideProperties(): number[] {
  const { properties, organizations } = traffic;
  const ranks = Array.from({ length: organizations }, (_, index) => index + 1);
  const sum = ranks.reduce((total, rank) => total + 1 / rank, 0);
  const sizes = ranks.map((rank) => Math.max(1, Math.floor(properties / sum / rank)));
  const rest = properties - sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size, index) => (index === 0 ? size + rest : size));
}
