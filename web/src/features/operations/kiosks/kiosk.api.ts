import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { getKiosk, listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { callBy } from '../../../kernel/api.ts';

/** How often the list is read when nobody reports news, in milliseconds. */
const readEvery = 10_000;
/** How often the kiosk asks for its day and whether it still runs. */
const lookEvery = minuteMs;

/** Reads again and again, whether or not the browser thinks that it is connected or looked at. */
const steadily = {
  retry: false,
  networkMode: 'always',
  refetchIntervalInBackground: true,
  refetchOnReconnect: true,
} as const satisfies Partial<UseQueryOptions>;

/** What the kiosk is. */
export const useKiosk = (token: string) =>
  useQuery<AnswerOf<typeof getKiosk>, ApiError>({
    queryKey: ['kiosk', token],
    queryFn: ({ signal }) => callBy(token, getKiosk, {}, signal),
    refetchInterval: (query) => (query.state.error?.status === 401 ? false : lookEvery),
    ...steadily,
  });

/** The plates that wait; null as property = not known yet. */
export const useWaiting = (token: string, spot: number | null) =>
  useQuery<AnswerOf<typeof listWaitingVisitors>, ApiError>({
    queryKey: ['kiosk', token, 'waiting', spot],
    queryFn: ({ signal }) =>
      callBy(token, listWaitingVisitors, { params: { id: String(spot) } }, signal),
    enabled: spot !== null,
    refetchInterval: (query) => (query.state.error?.status === 401 ? false : readEvery),
    ...steadily,
  });

/** Sends by the kiosk's token. */
export const useKioskSend = <E extends Endpoint>(token: string, endpoint: E) =>
  useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => callBy(token, endpoint, input),
    networkMode: 'always',
  });
