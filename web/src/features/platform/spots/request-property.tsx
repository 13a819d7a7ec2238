import { propertyRequestMessages } from '@lotkeeper/contract/platform/property-requests';
import { useState } from 'react';
import { settings } from '../../../kernel/settings.ts';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';

const RequestDialog = lazyDialog(() => import('./request-dialog.tsx'));

/** Opens the form for an Admin to request a property from support, and confirms that it was sent. */
export function RequestProperty({ organizationId }: { organizationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  if (isSent) return <output>{propertyRequestMessages.sent(settings.support_email)}</output>;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add property</Button>
      {isOpen ? (
        <RequestDialog
          organizationId={organizationId}
          onSent={() => {
            setIsOpen(false);
            setIsSent(true);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
