import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { stateNamed } from '@lotkeeper/contract/kernel/state-names';

/** Longer cells are no states, whatever they begin with. */
const longestState = 100;

/** The state in a cell: a code, a name, or both, as in 'AZ - Arizona'. */
export function findState(cell: string, country: PlateCountry | null) {
  if (cell.length > longestState) return null;
  const exact = stateNamed(cell, country);
  if (exact) return exact;
  const [first, ...others] = cell.split(/[-–(),/]/).filter((part) => part.trim() !== '');
  const state = first === undefined ? null : stateNamed(first, country);
  const isAgreed = others.every((part) => stateNamed(part, state?.country ?? null) === state);
  return isAgreed ? state : null;
}
