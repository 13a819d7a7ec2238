import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createCalendarFeed } from '@lotkeeper/contract/operations/calendar-feeds';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/form/button.tsx';
import { lazyDialog } from '../ui/frame/lazy-dialog.tsx';

const SubscribeDialog = lazyDialog(async () => ({
  default: (await import('./subscribe-dialog.tsx')).SubscribeDialog,
}));

export interface Subscription {
  organizationId: string;
  /** What the calendar has. */
  body: BodyOf<typeof createCalendarFeed>;
}

/** Opens the dialog for subscribing to what the page shows in a calendar program. */
export function SubscribeButton(props: Subscription) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<CalendarSync size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Subscribe
      </Button>
      {isOpen ? <SubscribeDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
