import type { ModalProps } from '@mantine/core';

/**
 * What every dialog shares. Locking the page's scroll would write a style element, which the CSP
 * refuses; a rule in global.css does it. Mantine's own header would be a second banner of the page.
 */
export const dialogProps = {
  opened: true,
  lockScroll: false,
  trapFocus: true,
  // Ours go away when they close, which Mantine's own return of the focus does not see.
  returnFocus: false,
  closeOnEscape: true,
  closeOnClickOutside: true,
} as const satisfies Partial<ModalProps>;
