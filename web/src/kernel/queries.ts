import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { MutateOptions } from '@tanstack/react-query';
import {
  focusManager,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DownloadProgress } from './api.ts';
import { ApiError, call, download, failureMessage, read } from './api.ts';
import type { ReadMeta } from './read-changes.ts';
import { isOutdated, noteAnswer } from './read-changes.ts';

// A window without focus isn't being looked at: polling pauses until it has focus again.
focusManager.setEventListener((handle) => {
  const focused = () => handle(true);
  const blurred = () => handle(false);
  globalThis.addEventListener('focus', focused);
  globalThis.addEventListener('blur', blurred);
  return () => {
    globalThis.removeEventListener('focus', focused);
    globalThis.removeEventListener('blur', blurred);
  };
});

/** The longest wait for an overloaded server before a page shows an error, in seconds. */
const maxQuietWait = 10;

/** A dropped connection is retried twice, and an overloaded server four times. Any other failure has a reason. */
export function shouldRetry(count: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0) return count < 2;
  const isOverload = error.status === 503 || error.status === 429;
  return isOverload && (error.retryAfter ?? 0) <= maxQuietWait && count < 4;
}

/**
 * Milliseconds until the next attempt: at least what the server asked for, and longer each time.
 * Random, so pages don't all come back at once.
 */
export function retryDelay(count: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 1) : 1;
  return 1000 * (retryAfter + Math.random() * 2 ** count);
}

/** The one cache of reads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay, refetchOnWindowFocus: false, gcTime: 30 * minuteMs },
    // Without a connection a form says so at once, instead of waiting for one.
    mutations: { networkMode: 'always' },
  },
});

/** The cache key of a read; without an input, of all the endpoint's reads. */
const buildKey = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) =>
  input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input];

/** Makes a read, and remembers which change its answer contains. */
async function ask<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal },
  isFirstPage = true,
): Promise<AnswerOf<E>> {
  const askedAt = performance.now();
  const { answer, newestChange } = await read(endpoint, input, signal);
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (query) noteAnswer(query, { askedAt, newestChange, isFirstPage });
  return answer;
}

/** Milliseconds that an answer stays fresh: as the contract says, unless its records have changed. */
const freshFor = (endpoint: Endpoint) => (query: object) =>
  isOutdated(query) ? 0 : (endpoint.freshFor ?? 0) * 1000;

const buildMeta = (endpoint: Endpoint, input: object): ReadMeta => ({ endpoint, input });

/** A read's options for TanStack Query. */
export function readOptions<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<AnswerOf<E>, ApiError>({
    queryKey: buildKey(endpoint, input),
    queryFn: (context) => ask(endpoint, input, context),
    staleTime: freshFor(endpoint),
    meta: buildMeta(endpoint, input as object),
  });
}

/**
 * Reads an endpoint; a null input means not yet. It's refetched every `refreshEvery` seconds while
 * the window has focus, or always if `steady`. Without `retryOnMount`, a part that appears doesn't ask again what failed.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
  options: { refreshEvery?: number; steady?: boolean; retryOnMount?: boolean } = {},
) {
  const { refreshEvery, steady = false, retryOnMount = true } = options;
  return useQuery({
    ...readOptions(endpoint, (input ?? {}) as InputOf<E>),
    enabled: input !== null,
    refetchIntervalInBackground: steady,
    retryOnMount,
    ...(refreshEvery ? { refetchInterval: refreshEvery * 1000, refetchOnWindowFocus: true } : {}),
  });
}

type ReadState = Pick<
  ReturnType<typeof useRead>,
  'error' | 'isPending' | 'isFetching' | 'failureCount' | 'refetch'
>;

/** Combines the states of several reads, which have failed when any of them has. */
export function joinReads(reads: readonly ReadState[]) {
  return {
    error: reads.find(({ error }) => error)?.error ?? null,
    isPending: reads.some(({ isPending }) => isPending),
    isFetching: reads.some(({ isFetching }) => isFetching),
    failureCount: Math.max(...reads.map(({ failureCount }) => failureCount)),
    refetch: () => Promise.all(reads.map((read) => read.refetch())),
  };
}

/** A list with more pages than this isn't refetched automatically. */
const maxRefetchedPages = 3;

/** The fields of a query, some of them. */
type QueryPart<E> = InputOf<E> extends { query: infer Query } ? Partial<Query> : never;

/**
 * Reads an endpoint page by page; `after` returns the fields of the next page's query that differ from the first
 * one's, or null after the last page. A short list is refetched every `refreshEvery` seconds.
 */
export function useReadPages<E extends Endpoint>(
  endpoint: E,
  first: InputOf<E>,
  after: (page: AnswerOf<E>) => QueryPart<E> | null,
  { refreshEvery }: { refreshEvery?: number } = {},
) {
  const query = useInfiniteQuery<
    AnswerOf<E>,
    ApiError,
    readonly AnswerOf<E>[],
    readonly unknown[],
    InputOf<E>
  >({
    queryKey: [...buildKey(endpoint, first), 'pages'],
    queryFn: ({ pageParam, ...context }) =>
      ask(endpoint, pageParam as InputOf<E>, context, pageParam === first),
    initialPageParam: first,
    getNextPageParam: (page) => {
      const fields: object | null = after(page);
      const { query: firstQuery, ...rest } = first as { query: object };
      return fields && ({ ...rest, query: { ...firstQuery, ...fields } } as InputOf<E>);
    },
    select: ({ pages }) => pages,
    staleTime: freshFor(endpoint),
    meta: buildMeta(endpoint, first as object),
    refetchInterval: ({ state }) =>
      refreshEvery !== undefined && (state.data?.pages.length ?? 0) <= maxRefetchedPages
        ? refreshEvery * 1000
        : false,
  });
  const isLoading = query.isFetchingNextPage;
  const failure = query.isFetchNextPageError ? failureMessage(query.error, endpoint.failure) : null;
  const onLoad = () => void query.fetchNextPage({ cancelRefetch: false });
  return {
    ...query,
    isFetching: query.isFetching && !isLoading,
    /** The next page, and why it couldn’t be fetched; null = there are no more. */
    more: query.hasNextPage ? { isLoading, failure, onLoad } : null,
  };
}

const invalidate = (reads: readonly Endpoint[]) =>
  Promise.all(reads.map((read) => queryClient.invalidateQueries({ queryKey: buildKey(read) })));

/** Gives up an endpoint's reads that are still in flight. */
export const cancelReads = (endpoint: Endpoint): void =>
  void queryClient.cancelQueries({ queryKey: buildKey(endpoint) });

/** Refetches changed reads: those on the page now, and others when they are shown. */
export const markStale = (reads: readonly Endpoint[]): void => void invalidate(reads);

/** Repeats the reads on the page that failed. */
export const refetchFailed = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });

export function refetchOutdated(): void {
  const isShort = (data: unknown) =>
    !(data as { pages?: unknown[] } | undefined)?.pages?.[maxRefetchedPages];
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => isOutdated(query) && isShort(query.state.data),
  });
}

/**
 * Calls an endpoint and marks the reads that it changes as stale. A change of a record that isn't as it was shown any
 * more can be made anyway, by the error's `proceed`.
 */
export function useSend<E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) {
  const mutation = useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: () => invalidate(changes),
  });
  type Options = MutateOptions<AnswerOf<E>, ApiError, InputOf<E>>;
  const start = mutation.mutate as (input: InputOf<E>, options?: Options) => void;
  // Effects that send depend on it, so it stays the same.
  const [changed] = useState(changes);
  const mutate = useMemo(() => {
    const send = (input: InputOf<E>, options?: Options): void =>
      start(input, {
        ...options,
        onError: (error, ...context) => {
          if (error.current) {
            const { body, ...rest } = input as { body: object };
            const retry = { ...rest, body: { ...body, shown: error.current } } as InputOf<E>;
            error.proceed = () => send(retry, options);
            void invalidate(changed);
          }
          options?.onError?.(error, ...context);
        },
      });
    return send;
  }, [start, changed]);
  return { ...mutation, mutate };
}

/** Downloads an endpoint's file. `progress` is null before the file starts to arrive. */
export function useDownload<E extends Endpoint & { file: string }>(endpoint: E) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const mutation = useMutation<void, ApiError, InputOf<E>>({
    mutationFn: (input) => download(endpoint, input, setProgress),
    onSettled: () => setProgress(null),
  });
  return { ...mutation, progress };
}
