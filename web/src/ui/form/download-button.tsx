import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DownloadButtonProps {
  /** What it says; 'Download' where nothing else is given. */
  children?: ReactNode;
  loading?: boolean;
  onClick: () => void;
}

/** Gets a file, or opens what asks which. */
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
