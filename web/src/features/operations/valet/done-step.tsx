import { CircleCheck, CloudUpload, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import classes from './valet.module.css';
import { unsavedText } from './valet.rules.ts';

/** Whether something was sent, or is kept until there is a signal, on this device or only in this page. */
export type Kept = 'sent' | 'saved' | 'unsaved';

export const keptAs = (outcome: { kind: string; unsaved?: boolean }): Kept =>
  outcome.kind !== 'waiting' ? 'sent' : outcome.unsaved ? 'unsaved' : 'saved';

/** Confirms what was done, or that it's kept until there is a signal. */
export function DoneStep(props: {
  title: string;
  delivery?: Kept;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { title, delivery = 'sent', children, onClose } = props;
  const isSent = delivery === 'sent';
  const Icon = { sent: CircleCheck, saved: CloudUpload, unsaved: TriangleAlert }[delivery];
  return (
    <div className="ui-stack">
      <div className={classes.doneText} role="status" data-waiting={!isSent || undefined}>
        <Icon size={40} aria-hidden />
        <p className={classes.doneTitle}>{title}</p>
        {delivery === 'saved' ? (
          <p className={classes.quiet}>
            No response. It’s saved on this device and will be sent as soon as there’s a connection.
          </p>
        ) : null}
        {delivery === 'unsaved' ? <p>No response. {unsavedText('This')}</p> : null}
        {children}
      </div>
      <Button size="lg" fullWidth onClick={onClose} data-autofocus>
        Done
      </Button>
    </div>
  );
}
