import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { useEffect } from 'react';
import { connectKiosk, reconnectLive, useLiveEvent, useLiveFailure } from '../../../kernel/live.ts';

const retries = {
  reconnectionAttempts: kioskRules.liveRetries,
  reconnectionDelay: kioskRules.liveRetryMs,
  reconnectionDelayMax: kioskRules.liveRetryMs,
  randomizationFactor: 0,
};

/** Hears of visitors at a property by the kiosk's token; after three tries in vain it says so until `retry`. */
export function useKioskLive(token: string, spot: number, onNews: () => void) {
  useEffect(() => connectKiosk({ token, ...retries }), [token]);
  useLiveEvent(spot, 'server:newVisitor', onNews);
  return { gone: useLiveFailure(), retry: reconnectLive };
}
