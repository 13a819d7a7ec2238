import { useState } from 'react';

/**
 * Names what a form sends, for as long as the form is there: pressed twice, or sent again after a lost answer, it's
 * still done once.
 */
export function useRequestKey() {
  const [key] = useState(() => crypto.randomUUID());
  return key;
}
