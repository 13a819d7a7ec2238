/**
 * What hurts (keys, webhooks, roles, whole exports, what deletes) is done only within this many minutes after the person
 * proved who they are (docs/security.md, 2).
 */
export const confirmationMinutes = 15;

export const confirmationMessages = {
  required: 'Confirm that it’s you with a code that we send you.',
} as const;
