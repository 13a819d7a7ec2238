/** References as they are compared: sites change their case. */
export const foldReference = (reference: string) => reference.trim().toLowerCase();
