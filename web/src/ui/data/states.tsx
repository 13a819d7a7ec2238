import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import classes from './states.module.css';

/** Says what will be here and what to do about it. */
export function EmptyState(props: {
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      {props.icon ? (
        <span className={classes.icon} aria-hidden>
          {props.icon}
        </span>
      ) : null}
      <p className={classes.title}>{props.title}</p>
      {props.text ? <p className={classes.text}>{props.text}</p> : null}
      {props.action ? <div className={classes.action}>{props.action}</div> : null}
    </div>
  );
}

/** Says what happened, optionally what still works, and offers to try again. */
export function ErrorState(props: {
  title: ReactNode;
  hint?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}) {
  return (
    <div className={classes.state} role="alert">
      <CircleAlert className={classes.icon} size={24} aria-hidden />
      <p className={classes.title}>{props.title}</p>
      {props.hint ? <p className={classes.text}>{props.hint}</p> : null}
      {props.onRetry ? (
        <div className={classes.action}>
          <Button variant="default" onClick={props.onRetry} loading={props.retrying ?? false}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}
