import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

/** The menu of narrow screens. */
export default function SlideOver(props: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size="min(20rem, 88vw)"
      title="Menu"
      padding="md"
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      {props.children}
    </Drawer>
  );
}
