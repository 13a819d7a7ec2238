import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../ui/data/states.tsx';
import { Button } from '../ui/form/button.tsx';

/** What became of the link of an email, and the way on: its reader may be signed in or not. */
export const LinkAnswer = (props: { icon: LucideIcon; title: string; text?: string }) => (
  <output>
    <EmptyState
      {...props}
      action={
        <Button component="a" href="/" variant="default">
          Open Lotkeeper
        </Button>
      }
    />
  </output>
);
