import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DownloadButtonProps {
  /** The button's text; 'Download' by default. */
  children?: ReactNode;
  loading?: boolean;
  onClick: () => void;
}

/** Downloads a file, or opens a dialog that asks which. */
export function DownloadButton({ children = 'Download', loading, onClick }: DownloadButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={loading ?? false}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
