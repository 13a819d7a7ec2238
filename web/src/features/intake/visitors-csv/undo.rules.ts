import { formatCount, formatQuantity } from '../../../kernel/format.ts';

/** The visitors of an undo, by what happens to them. */
export interface UndoCounts {
  removed: number;
  restored: number;
  kept: number;
}

const joinParts = (verbs: readonly [string, string], { removed, restored }: UndoCounts) => {
  const clauses = [
    ...(removed > 0 ? [`${verbs[0]} ${formatQuantity(removed, 'visitor')}`] : []),
    ...(restored > 0
      ? [`${verbs[1]} ${removed > 0 ? formatCount(restored) : formatQuantity(restored, 'visitor')}`]
      : []),
  ];
  return clauses.join(' and ');
};

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const describeKept = (count: number, verb: string) =>
  count > 0
    ? ` ${formatQuantity(count, 'visitor')} changed since the upload ${verb} as they are.`
    : '';

/** What an undo will do: 'Removes 120 visitors and restores 14.' */
export const describeUndo = (counts: UndoCounts) =>
  toSentence(joinParts(['removes', 'restores'], counts) || 'nothing is left to undo') +
  describeKept(counts.kept, 'stay');

/** What an undo has done: 'Removed 120 visitors and restored 14.' */
export const describeUndone = (counts: UndoCounts) =>
  toSentence(joinParts(['removed', 'restored'], counts) || 'no visitors were changed') +
  describeKept(counts.kept, 'stayed');
