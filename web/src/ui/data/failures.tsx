import type { ReactNode } from 'react';
import { createContext, use, useId, useLayoutEffect, useMemo, useState } from 'react';
import { ApiError, isInterruption } from '../../kernel/api.ts';
import { Button } from '../form/button.tsx';
import classes from './states.module.css';

/** The causes why parts of a page couldn't be loaded, by part. */
type Causes = ReadonlyMap<string, string>;

const FailuresContext = createContext<{
  causes: Causes;
  change: (update: (causes: Causes) => Causes) => void;
  retry: () => Promise<unknown>;
} | null>(null);

/** Keeps what fails in a dialog to the dialog. */
export const NoSharedFailures = ({ children }: { children: ReactNode }) => (
  <FailuresContext value={null}>{children}</FailuresContext>
);

/** Collects why parts of a page couldn't be loaded, so that a cause of several is said once; `retry` loads them again. */
export function FailuresProvider(props: { retry: () => Promise<unknown>; children: ReactNode }) {
  const { retry, children } = props;
  const [causes, change] = useState<Causes>(new Map());
  const value = useMemo(() => ({ causes, change, retry }), [causes, retry]);
  return <FailuresContext value={value}>{children}</FailuresContext>;
}

const isShared = (causes: Causes, cause: string) =>
  [...causes.values()].filter((other) => other === cause).length > 1;

/** Whether other parts of the page failed for the same cause, which the page says then. */
export function useSharedFailure(error: unknown): boolean {
  const page = use(FailuresContext);
  const id = useId();
  const cause =
    error instanceof ApiError && isInterruption(error) ? `${error.status} ${error.code}` : null;
  const change = page?.change;
  useLayoutEffect(() => {
    if (!change || cause === null) return undefined;
    change((causes) => new Map(causes).set(id, cause));
    return () => change((causes) => new Map([...causes].filter(([other]) => other !== id)));
  }, [change, id, cause]);
  return page !== null && cause !== null && isShared(page.causes, cause);
}

/** What several parts of the page failed for, below its title. */
export function SharedFailure() {
  const page = use(FailuresContext);
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await page?.retry();
    setBusy(false);
  };
  if (![...(page?.causes.values() ?? [])].some((cause) => page && isShared(page.causes, cause)))
    return null;
  return (
    <div className={classes.notice} role="alert">
      <span>Some of this page couldn’t be loaded.</span>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
