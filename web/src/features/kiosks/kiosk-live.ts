import { livePath } from '@lotkeeper/contract/kernel/live';
import { kioskRules } from '@lotkeeper/contract/kiosks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Socket } from 'socket.io-client';

/** Hears of visitors at a property by the kiosk's token; after three tries in vain it says so until `retry`. */
export function useKioskLive(token: string, spot: number, onNews: () => void) {
  const [gone, setGone] = useState(false);
  const socket = useRef<Socket>(null);
  const news = useEffectEvent(onNews);
  useEffect(() => {
    let stopped = false;
    void import('socket.io-client').then(({ io }) => {
      if (stopped) return;
      const connection = io({
        path: livePath,
        transports: ['websocket', 'polling'],
        auth: { token },
        forceNew: true,
        reconnectionAttempts: kioskRules.liveRetries,
        reconnectionDelay: kioskRules.liveRetryMs,
        reconnectionDelayMax: kioskRules.liveRetryMs,
        randomizationFactor: 0,
      });
      socket.current = connection;
      connection.on('connect', () => {
        connection.emit('watch', spot);
        setGone(false);
        news();
      });
      connection.on('server:newVisitor', (at: number) => at === spot && news());
      // Ended kiosks are cut off; the read that follows shows whether this one was.
      connection.on('disconnect', (reason) => reason === 'io server disconnect' && news());
      connection.io.on('reconnect_failed', () => setGone(true));
    });
    return () => {
      stopped = true;
      socket.current?.disconnect();
    };
  }, [token, spot]);
  // While it tries by itself, this changes nothing.
  const retry = () => {
    if (socket.current && !socket.current.connected) socket.current.connect();
  };
  return { gone, retry };
}
