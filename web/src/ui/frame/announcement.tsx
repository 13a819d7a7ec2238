import type { ReactNode } from 'react';

/**
 * Words that screen readers read aloud when they change; with a class they are seen too. It stays in the page while
 * empty, because only changes are announced.
 */
export const Announcement = (props: { className?: string | undefined; children: ReactNode }) => (
  <output className={(props.children && props.className) || 'ui-hidden'}>{props.children}</output>
);
