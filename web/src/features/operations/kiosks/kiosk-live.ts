import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { useEffect } from 'react';
import {
  connectKiosk,
  reconnectLive,
  useLiveEvent,
  useLiveFailure,
  useLiveOrganization,
} from '../../../kernel/live.ts';
import type { KioskInfo } from './kiosk.api.ts';

const retries = {
  reconnectionAttempts: kioskRules.liveRetries,
  reconnectionDelay: kioskRules.liveRetryMs,
  reconnectionDelayMax: kioskRules.liveRetryMs,
  randomizationFactor: 0,
};

/**
 * Listens for a property's visitor changes with the kiosk's token. `hasStopped` is true after three
 * failed attempts, until `retry`.
 */
export function useKioskLive(token: string, { spot, organization }: KioskInfo, onNews: () => void) {
  const isKiosk = organization === null;
  useEffect(() => (isKiosk ? connectKiosk({ token, ...retries }) : undefined), [isKiosk, token]);
  useLiveOrganization(organization);
  useLiveEvent(spot, 'server:newVisitor', onNews);
  return { hasStopped: useLiveFailure(), retry: reconnectLive };
}
