import type { ReactNode } from 'react';
import { createContext, use, useId, useLayoutEffect, useMemo, useState } from 'react';
import { ApiError, isInterruption } from '../../kernel/api.ts';
import { Button } from '../form/button.tsx';
import classes from './states.module.css';

/** Why parts of a page couldn't be loaded, by part. */
type Causes = ReadonlyMap<string, string>;

interface Failures {
  causes: Causes;
  change: (update: (causes: Causes) => Causes) => void;
  onRetry: () => Promise<unknown>;
}

/** null = what fails is said where it is, as in a dialog. */
export const FailuresContext = createContext<Failures | null>(null);

/** Collects why parts of a page couldn't be loaded, so that a cause of several is said once. */
export function FailuresProvider(props: Pick<Failures, 'onRetry'> & { children: ReactNode }) {
  const { onRetry, children } = props;
  const [causes, change] = useState<Causes>(new Map());
  const value = useMemo(() => ({ causes, change, onRetry }), [causes, onRetry]);
  return <FailuresContext value={value}>{children}</FailuresContext>;
}

const isShared = (causes: Causes, cause: string) =>
  [...causes.values()].filter((other) => other === cause).length > 1;

/** Whether other parts of the page failed for the same cause, which the page says then. */
export function useSharedFailure(error: unknown): boolean {
  const { causes, change } = use(FailuresContext) ?? {};
  const id = useId();
  const cause =
    error instanceof ApiError && isInterruption(error) ? `${error.status} ${error.code}` : null;
  useLayoutEffect(() => {
    if (!change || cause === null) return undefined;
    change((before) => new Map(before).set(id, cause));
    return () => change((before) => new Map([...before].filter(([other]) => other !== id)));
  }, [change, id, cause]);
  return causes !== undefined && cause !== null && isShared(causes, cause);
}

/** A failure in a line, with a button that tries again. */
export const FailureLine = (props: {
  children: string;
  isBusy?: boolean;
  onRetry: (() => void) | undefined;
}) => (
  <div className={classes.notice} role="alert">
    <span>{props.children}</span>
    {props.onRetry ? (
      <Button
        size="compact-sm"
        variant="default"
        loading={props.isBusy ?? false}
        onClick={props.onRetry}
      >
        Try again
      </Button>
    ) : null}
  </div>
);

/** What several parts of the page failed for, below its title. */
export function SharedFailure() {
  const { causes, onRetry } = use(FailuresContext) ?? {};
  const [isBusy, setBusy] = useState(false);
  if (!causes || ![...causes.values()].some((cause) => isShared(causes, cause))) return null;
  const retry = () => {
    setBusy(true);
    void onRetry?.().finally(() => setBusy(false));
  };
  return (
    <FailureLine isBusy={isBusy} onRetry={retry}>
      Some of this page couldn’t be loaded.
    </FailureLine>
  );
}
