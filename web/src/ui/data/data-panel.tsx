import type { ReactNode } from 'react';
import { canRetry, failureMessage } from '../../kernel/api.ts';
import { Panel } from '../frame/panel.tsx';
import { FreshPictures } from '../media/fresh-pictures.tsx';
import { FailureLine, useSharedFailure } from './failures.tsx';
import type { NoMatchProps } from './no-match.tsx';
import { NoMatch } from './no-match.tsx';
import classes from './states.module.css';
import type { Empty } from './states.tsx';
import { EmptyState, ErrorState, renderEmpty } from './states.tsx';

/** The part of a TanStack query result that a data panel reads. */
export interface QueryLike<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  /** Failed attempts so far, while it's being retried. */
  failureCount?: number;
  refetch: () => unknown;
}

export interface DataPanelProps<T> {
  query: QueryLike<T>;
  title?: ReactNode;
  actions?: ReactNode;
  /** What to show instead of the children when there is no data. */
  empty?: Empty;
  /** Instead, while a filter is active. */
  filtered?: NoMatchProps;
  /** Whether there is no data; by default, whether a list has no rows. */
  isEmpty?: (data: T) => boolean;
  /** What failed, when neither the server nor the error says why; absent = the endpoint's own message. */
  errorTitle?: string;
  errorHint?: ReactNode;
  /** In the shape of the data, so nothing jumps when it arrives. */
  skeleton: ReactNode;
  /** The height is unknown: whatever follows it on the page waits briefly to avoid jumps. */
  grows?: boolean;
  /** A failed refetch isn't shown; the next one may succeed. */
  silentRefetch?: boolean;
  flush?: boolean;
  children: (data: T) => ReactNode;
}

/** The message of a failure that has none of its own. */
export const askToRefresh = {
  errorTitle: 'Something went wrong',
  errorHint: 'Please refresh the page',
} as const;

/** Handles loading, empty, error, and refetching states, so a page is never blank. */
export function DataPanel<T>(props: DataPanelProps<T>) {
  const { query, title, actions, flush = false } = props;
  const updating =
    query.data !== undefined && query.isFetching ? (
      <span className={title ? classes.updating : `${classes.updating} ${classes.corner}`}>
        Updating…
      </span>
    ) : null;
  // Around all states: some data is gone while it's read again, which images mustn't ask for without end.
  const content = (
    <FreshPictures refetch={query.refetch}>
      <DataContent {...props} />
    </FreshPictures>
  );
  if (!title) {
    return (
      <div className={classes.body}>
        {updating}
        {content}
      </div>
    );
  }
  return (
    <Panel
      title={title}
      flush={flush}
      actions={
        updating || actions ? (
          <>
            {updating}
            {actions}
          </>
        ) : undefined
      }
    >
      {content}
    </Panel>
  );
}

function DataContent<T>(props: DataPanelProps<T>) {
  const { query, errorTitle, errorHint, skeleton, empty, isEmpty = hasNoRows, children } = props;
  const { silentRefetch = false, grows = false, filtered } = props;
  const retry = canRetry(query.error) ? () => void query.refetch() : undefined;
  const failure = query.error ? failureMessage(query.error, errorTitle) : '';
  if (query.data !== undefined) {
    const failed = Boolean(query.error) && !query.isFetching && !silentRefetch;
    return (
      <>
        {failed ? <StaleNotice error={query.error} failure={failure} onRetry={retry} /> : null}
        {(empty || filtered) && isEmpty(query.data) ? (
          filtered?.by.some(Boolean) ? (
            <NoMatch {...filtered} />
          ) : (
            empty && renderEmpty(empty)
          )
        ) : (
          children(query.data)
        )}
      </>
    );
  }
  if (query.error) {
    return (
      <ErrorState
        error={query.error}
        title={failure}
        hint={errorHint}
        onRetry={retry}
        retrying={query.isFetching}
      />
    );
  }
  const isTriedAgain = (query.failureCount ?? 0) > 0;
  return (
    <div aria-busy="true" data-grows={grows || undefined}>
      <output className={isTriedAgain ? classes.triedAgain : 'ui-hidden'}>
        {isTriedAgain ? 'This is taking longer than usual. Trying again…' : 'Loading…'}
      </output>
      <div aria-hidden>{skeleton}</div>
    </div>
  );
}

/** For all rows, or for one page with the total count. */
function hasNoRows(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  const { results, count = results?.length } = data as { results?: readonly []; count?: number };
  return count === 0;
}

function StaleNotice(props: {
  error: unknown;
  failure: string;
  onRetry: (() => void) | undefined;
}) {
  const text = `${props.failure.replace(/\.$/, '')}. Showing earlier data.`;
  if (useSharedFailure(props.error)) return <EmptyState title={text} />;
  return <FailureLine onRetry={props.onRetry}>{text}</FailureLine>;
}
