import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { useEffect } from 'react';
import { connectKiosk, reconnectLive, useLiveEvent, useLiveFailure } from '../../../kernel/live.ts';

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
export function useKioskLive(token: string, spot: number, onNews: () => void) {
  useEffect(() => connectKiosk({ token, ...retries }), [token]);
  useLiveEvent(spot, 'server:newVisitor', onNews);
  return { hasStopped: useLiveFailure(), retry: reconnectLive };
}
