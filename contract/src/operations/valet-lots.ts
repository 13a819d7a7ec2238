import type { ValetLot } from './valet.ts';

/** The selected property, or else the first that isn't hidden; null = none. */
export function findLot(lots: readonly ValetLot[], chosen: number | undefined): ValetLot | null {
  const visibleLots = lots.filter(({ hidden }) => !hidden);
  return visibleLots.find(({ pk }) => pk === chosen) ?? visibleLots[0] ?? null;
}
