import type { AppealState } from '@lotkeeper/contract/cars/appeals';
import type { Tone } from '../../../ui/frame/tag.tsx';

/** The color of an appeal's state, shown with its word. */
export const stateTones: Record<AppealState, Tone> = {
  open: 'amber',
  waived: 'green',
  reduced: 'green',
  upheld: 'gray',
  closed: 'gray',
};
