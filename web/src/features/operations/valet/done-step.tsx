import { CircleCheck, CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import classes from './valet.module.css';

/** Confirms what was done, or that it's kept until there is a signal. */
export function DoneStep(props: {
  title: string;
  waiting?: boolean;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { title, waiting = false, children, onClose } = props;
  return (
    <div className={classes.done}>
      <div className={classes.doneText} role="status" data-waiting={waiting || undefined}>
        {waiting ? <CloudUpload size={40} aria-hidden /> : <CircleCheck size={40} aria-hidden />}
        <p className={classes.doneTitle}>{title}</p>
        {waiting ? (
          <p className={classes.quiet}>
            No response. It’s saved on this device and will be sent as soon as there’s a connection.
          </p>
        ) : null}
        {children}
      </div>
      <Button size="lg" fullWidth onClick={onClose} data-autofocus>
        Done
      </Button>
    </div>
  );
}
