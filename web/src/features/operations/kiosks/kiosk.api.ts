import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { getKiosk, kioskRules, listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { callBy } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';

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

/** Who runs the page: a kiosk by its own token, or staff at a property by the token of their session. */
export interface KioskCaller {
  token: string;
  /** Set for staff. */
  spotId?: string;
}

/** What the page knows of its property; at a kiosk `organization` is null, and for staff `operator` is empty. */
export type KioskInfo = AnswerOf<typeof getKiosk> & { organization: number | null };

/** What a kiosk knows of its property, for staff at their own session. */
export function describeForStaff(
  spot: Pick<Spot, 'pk' | 'name' | 'organization' | 'timezone' | 'address'>,
): KioskInfo {
  const { pk, name, organization, timezone } = spot;
  const today = toLocalDate(now(), timezone);
  return {
    spot: pk,
    spot_name: name,
    state: spot.address.state,
    timezone,
    organization,
    operator: '',
    mode: 'hours',
    minutes: kioskRules.defaultMinutes,
    today,
    last_day: addDays(today, kioskRules.calendarDays),
  };
}

async function readKiosk({ token, spotId }: KioskCaller, signal: AbortSignal): Promise<KioskInfo> {
  if (!spotId) return { ...(await callBy(token, getKiosk, {}, signal)), organization: null };
  return describeForStaff(await callBy(token, getSpot, { params: { id: spotId } }, signal));
}

export const useKiosk = (caller: KioskCaller) =>
  useQuery<KioskInfo, ApiError>({
    queryKey: ['kiosk', caller.token],
    queryFn: ({ signal }) => readKiosk(caller, signal),
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
