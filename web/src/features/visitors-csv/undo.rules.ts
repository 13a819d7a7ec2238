import { formatCount } from '../../kernel/format.ts';

/** Visitors of an undo by what becomes of them. */
export interface UndoCounts {
  removed: number;
  restored: number;
  kept: number;
}

const visitors = (count: number) => `${formatCount(count)} ${count === 1 ? 'visitor' : 'visitors'}`;

const joinParts = (verbs: readonly [string, string], { removed, restored }: UndoCounts) => {
  const parts = [
    ...(removed > 0 ? [`${verbs[0]} ${visitors(removed)}`] : []),
    ...(restored > 0
      ? [`${verbs[1]} ${removed > 0 ? formatCount(restored) : visitors(restored)}`]
      : []),
  ];
  return parts.join(' and ');
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const describeKept = (kept: number, verb: string) =>
  kept > 0 ? ` ${visitors(kept)} changed since the upload ${verb} as they are.` : '';

/** What an undo will do: 'Removes 120 visitors and restores 14.' */
export const describeUndo = (counts: UndoCounts) =>
  sentence(joinParts(['removes', 'restores'], counts) || 'nothing is left to undo') +
  describeKept(counts.kept, 'stay');

/** What an undo has done: 'Removed 120 visitors and restored 14.' */
export const describeUndone = (counts: UndoCounts) =>
  sentence(joinParts(['removed', 'restored'], counts) || 'no visitors were changed') +
  describeKept(counts.kept, 'stayed');
