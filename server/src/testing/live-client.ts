import { livePath } from '@lotkeeper/contract/kernel/live';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';

/** A live connection as browsers open it, but without reconnecting. */
export const openLiveClient = (
  url: string,
  token: unknown,
  headers: Record<string, string> = {},
): Socket =>
  io(url, {
    path: livePath,
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
