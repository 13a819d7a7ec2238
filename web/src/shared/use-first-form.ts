import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { findFirstFocus, takeFirstForm } from '../kernel/first-form.ts';

/**
 * Takes the place of the form in the page's HTML: hands over what was typed until now, by the fields' names, and goes
 * on with the focus, and with sending it if that was asked for.
 */
export function useFirstForm(onTyped: (values: Record<string, string>) => void): void {
  const [focused] = useState(findFirstFocus);
  const take = useEffectEvent(() => {
    const first = takeFirstForm();
    if (!first) return;
    onTyped(first.values);
    const form = document.querySelector<HTMLFormElement>('#root form');
    form?.querySelector<HTMLInputElement>(`[name="${focused}"]`)?.focus();
    if (first.isSent) requestAnimationFrame(() => form?.requestSubmit());
  });
  useLayoutEffect(() => take(), []);
}
