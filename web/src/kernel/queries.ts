import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  focusManager,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { ApiError, call, download } from './api.ts';

// A window that lost the focus is not looked at: refreshing pauses until it has it again.
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

/** The longest wait for an overloaded server that a page makes without showing an error, in seconds. */
const MAX_QUIET_WAIT = 10;

/** A dropped connection is tried twice more, an overloaded server four times more. Any other failure has a reason. */
export function shouldRetry(count: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0) return count < 2;
  const isOverload = error.status === 503 || error.status === 429;
  return isOverload && (error.retryAfter ?? 0) <= MAX_QUIET_WAIT && count < 4;
}

/** Milliseconds until the next try: what the server asked for, and longer each time. Random, so that pages don't come back all at once. */
export function retryDelay(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 1) : 1;
  return 1000 * (asked + Math.random() * 2 ** count);
}

/** The one cache of reads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay, refetchOnWindowFocus: false, gcTime: 30 * 60_000 },
  },
});

/** The cache key of a read; without an input, of all its reads. */
const keyOf = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) =>
  input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input];

/** A read as TanStack Query takes it: fresh for as long as the contract says. */
function readOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<AnswerOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, signal),
    staleTime: (endpoint.freshFor ?? 0) * 1000,
  });
}

/**
 * Reads an endpoint; null as input = not yet. `refreshEvery` seconds it is read anew while the window has the focus,
 * and without the focus too where it is `steady`.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
  options: { refreshEvery?: number; steady?: boolean } = {},
) {
  const { refreshEvery, steady = false } = options;
  return useQuery({
    ...readOf(endpoint, (input ?? {}) as InputOf<E>),
    enabled: input !== null,
    refetchIntervalInBackground: steady,
    ...(refreshEvery ? { refetchInterval: refreshEvery * 1000, refetchOnWindowFocus: true } : {}),
  });
}

/** Reads an endpoint page after page; `after` asks for the page that follows one, null = that was the last. */
export function useReadPages<E extends Endpoint>(
  endpoint: E,
  first: InputOf<E>,
  after: (page: AnswerOf<E>) => InputOf<E> | null,
) {
  return useInfiniteQuery<
    AnswerOf<E>,
    ApiError,
    readonly AnswerOf<E>[],
    readonly unknown[],
    InputOf<E>
  >({
    queryKey: [...keyOf(endpoint, first), 'pages'],
    queryFn: ({ pageParam, signal }) => call(endpoint, pageParam as InputOf<E>, signal),
    initialPageParam: first,
    getNextPageParam: after,
    select: ({ pages }) => pages,
    staleTime: (endpoint.freshFor ?? 0) * 1000,
  });
}

/** Makes reads anew that changed meanwhile: those on the page now, unless `steady` only when the window has the focus. */
export function markStale(reads: readonly Endpoint[], steady = false): void {
  const refetchType = steady || focusManager.isFocused() ? 'active' : 'none';
  for (const read of reads) {
    void queryClient.invalidateQueries({ queryKey: keyOf(read), refetchType });
  }
}

/** Sends an endpoint and marks the reads that it changes as stale. */
export function useSend<E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) {
  return useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async () => {
      await Promise.all(
        changes.map((one) => queryClient.invalidateQueries({ queryKey: keyOf(one) })),
      );
    },
  });
}

/** Fetches an endpoint's file for the browser to keep. */
export function useDownload<E extends Endpoint & { file: string }>(endpoint: E) {
  return useMutation<void, ApiError, InputOf<E>>({
    mutationFn: (input) => download(endpoint, input),
  });
}
