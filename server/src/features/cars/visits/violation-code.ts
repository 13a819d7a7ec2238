import { randomInt } from 'node:crypto';

/** Signs that neither people nor cameras take for others. */
export const codeSigns = 'ACEFHJKMNPRTVWXY3479';
const codeLength = 7;

/** A code for a violation, not to be guessed. */
export const newViolationCode = (): string =>
  Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('');
