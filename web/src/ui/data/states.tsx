import type { LucideIcon } from 'lucide-react';
import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { isValidElement } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { Button } from '../form/button.tsx';
import { useSharedFailure } from './failures.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
}

/** Says what will be here and how to get it. */
export function EmptyState({ icon: Icon, ...props }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {Icon ? (
        <span className={classes.icon} aria-hidden>
          <Icon size={24} />
        </span>
      ) : null}
      <p className="ui-strong">{props.title}</p>
      {props.text ? <p className={classes.text}>{props.text}</p> : null}
      {props.action ? <div className={classes.action}>{props.action}</div> : null}
    </div>
  );
}

export interface NoMatchProps {
  title?: string;
  /** The active filters in words. */
  by: readonly (string | number | undefined)[];
  onClear: () => void;
}

/** Says which filters hide all there is, and shows it again. */
export function NoMatch(props: NoMatchProps) {
  return (
    <EmptyState
      title={props.title ?? 'No results found'}
      text={<bdi>{props.by.filter(Boolean).join(' · ')}</bdi>}
      action={
        <Button variant="default" onClick={props.onClear}>
          Show all
        </Button>
      }
    />
  );
}

/** The texts of an empty state, or something else in its place. */
export type Empty = EmptyStateProps | ReactElement;

export const renderEmpty = (empty: Empty) =>
  isValidElement(empty) ? empty : <EmptyState {...empty} />;

export const stateTexts = { retry: 'Try again' };

/**
 * Says what happened and, optionally, what still works, and offers a retry. In a line, where the page has said that
 * several of its parts failed for the same error.
 */
export function ErrorState(props: {
  error?: unknown;
  title: ReactNode;
  hint?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}) {
  const texts = useTexts(stateTexts);
  if (useSharedFailure(props.error)) return <EmptyState title={props.title} text={props.hint} />;
  return (
    <div className={classes.state} role="alert">
      <CircleAlert className={classes.icon} size={24} aria-hidden />
      <p className="ui-strong">{props.title}</p>
      {props.hint ? <p className={classes.text}>{props.hint}</p> : null}
      {props.onRetry ? (
        <div className={classes.action}>
          <Button variant="default" onClick={props.onRetry} loading={props.retrying ?? false}>
            {texts.retry}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
