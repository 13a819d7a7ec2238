import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { getKiosk, listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { callBy } from '../../../kernel/api.ts';

/** Polling interval of the list without live events, in milliseconds. */
const readEvery = 10_000;
/** Polling interval for the kiosk's date and whether it's still active. */
const lookEvery = minuteMs;

/** Keeps polling, even if the browser seems offline or unfocused. */
const steadily = {
  retry: false,
  networkMode: 'always',
  refetchIntervalInBackground: true,
  refetchOnReconnect: true,
} as const satisfies Partial<UseQueryOptions>;

export const useKiosk = (token: string) =>
  useQuery<AnswerOf<typeof getKiosk>, ApiError>({
    queryKey: ['kiosk', token],
    queryFn: ({ signal }) => callBy(token, getKiosk, {}, signal),
    refetchInterval: (query) => (query.state.error?.status === 401 ? false : lookEvery),
    ...steadily,
  });

/** The waiting plates; a null property means not known yet. */
export const useWaiting = (token: string, spot: number | null) =>
  useQuery<AnswerOf<typeof listWaitingVisitors>, ApiError>({
    queryKey: ['kiosk', token, 'waiting', spot],
    queryFn: ({ signal }) =>
      callBy(token, listWaitingVisitors, { params: { id: String(spot) } }, signal),
    enabled: spot !== null,
    refetchInterval: (query) => (query.state.error?.status === 401 ? false : readEvery),
    ...steadily,
  });

/** Sends with the kiosk's token. */
export const useKioskSend = <E extends Endpoint>(token: string, endpoint: E) =>
  useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => callBy(token, endpoint, input),
    networkMode: 'always',
  });
