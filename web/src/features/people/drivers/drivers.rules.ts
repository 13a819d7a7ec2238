import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { driverEmail, driverMessages } from '@lotkeeper/contract/people/drivers';
import type { TransientType } from '@lotkeeper/contract/people/filter-words';

import type { DriverTab } from './driver-tabs.ts';

interface Prices {
  price_monthly: number | null;
  price_daily: number | null;
}

export const defaultTab = ({ price_monthly }: Prices): DriverTab =>
  price_monthly === null ? 'transient' : 'monthly';

export const defaultTypes = ({ price_daily }: Prices): TransientType[] =>
  price_daily === null ? ['flat', 'hourly'] : ['daily', 'flat', 'hourly'];

/** What is typed about a new driver; `pair` is `country_state`. */
export interface DriverDraft {
  email: string;
  plate: string;
  pair: string | null;
}

/** The problems of a draft: plate and state go together. */
export function validateDriver({ email, plate, pair }: DriverDraft) {
  const [hasPlate, hasState] = [plate.trim() !== '', stateOfPair(pair ?? '') !== null];
  return {
    ...(driverEmail.safeParse(email).success ? {} : { email: driverMessages.email }),
    ...(hasPlate && !hasState ? { state: driverMessages.state } : {}),
    ...(hasState && !hasPlate ? { plate: driverMessages.plate } : {}),
  };
}
export interface DriversSpot {
  pk: number;
  name: string;
  timezone: string;
  price_monthly: number | null;
  price_daily: number | null;
  tenant_billing_enabled: boolean;
}
