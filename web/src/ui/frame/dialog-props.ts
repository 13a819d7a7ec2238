import type { ModalProps } from '@mantine/core';

/**
 * Props shared by all dialogs. Locking the page's scroll would write a style element, which the CSP
 * refuses; a rule in global.css does it instead. Mantine's own header would be a second banner on
 * the page.
 */
export const dialogProps = {
  opened: true,
  lockScroll: false,
  trapFocus: true,
  // Our dialogs unmount when they close, which Mantine's focus return doesn't handle.
  returnFocus: false,
  closeOnEscape: true,
  closeOnClickOutside: true,
} as const satisfies Partial<ModalProps>;
