import { randomInt } from 'node:crypto';

/** Characters that neither people nor cameras confuse with others. */
export const codeSigns = 'ACEFHJKMNPRTVWXY3479';
const codeLength = 7;

/** A violation code that can't be guessed. */
export const newViolationCode = (): string =>
  Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('');
