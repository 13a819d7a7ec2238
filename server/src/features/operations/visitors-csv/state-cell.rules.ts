import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { stateNamed } from '@lotkeeper/contract/kernel/state-names';

/** The state in a cell: a code, a name, or both, as in 'AZ - Arizona'. */
export function findState(cell: string, country: PlateCountry | null) {
  const exact = stateNamed(cell, country);
  if (exact) return exact;
  const [first, ...others] = cell.split(/\s*[-–(),/]\s*/).filter((part) => part !== '');
  const state = first === undefined ? null : stateNamed(first, country);
  const isAgreed = others.every((part) => stateNamed(part, state?.country ?? null) === state);
  return isAgreed ? state : null;
}
