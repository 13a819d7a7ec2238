import type { LiveEvent, NewestChanges } from '@lotkeeper/contract/kernel/live';
import { liveEvents, livePath } from '@lotkeeper/contract/kernel/live';
import { focusManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ManagerOptions, Socket } from 'socket.io-client';
import { readToken } from './auth-cookie.ts';
import { queryClient, refetchOutdated } from './queries.ts';
import { noteEvent, noteMissedChanges } from './read-changes.ts';

/** `null` = the connection was cut meanwhile, so anything may have been missed. */
type Listener = (event: LiveEvent | null) => void;

const listeners = new Map<number, Set<Listener>>();
let socket: Promise<Socket> | undefined;
/** The organization whose changes make the reads of all pages stale. */
let organization: number | null = null;

/** Consecutive failures to connect after which live updates count as stopped. */
const maxFailures = 3;
let failures = 0;
const statusListeners = new Set<() => void>();

function countFailures(count: number) {
  const before = failures >= maxFailures;
  failures = count;
  if (before !== failures >= maxFailures) for (const listener of statusListeners) listener();
}

/** Changes within this time, in milliseconds, are refetched together. */
const gatherMs = 300;
/** The shortest time between two refetches, in milliseconds. */
const minRefetchPauseMs = 5000;

let lastRefetchAt = Number.NEGATIVE_INFINITY;
let refetchTimer: ReturnType<typeof setTimeout> | undefined;

/** Refetches changed reads on the page, unless the window is in the background. */
function refetchChanges() {
  if (!focusManager.isFocused()) return;
  const waitFor = Math.max(gatherMs, lastRefetchAt + minRefetchPauseMs - performance.now());
  refetchTimer ??= setTimeout(() => {
    refetchTimer = undefined;
    lastRefetchAt = performance.now();
    refetchOutdated();
  }, waitFor);
}
focusManager.subscribe((isFocused) => {
  if (isFocused) refetchChanges();
});

/** Subscribes to the organization's events, and refetches what changed before this browser listened. */
function joinOrganization(connection: Socket) {
  if (organization === null) return;
  const join = (refusal: unknown, newest: NewestChanges | undefined) => {
    if (refusal || !newest) return;
    noteMissedChanges(queryClient, newest);
    refetchChanges();
  };
  connection.emit('watchOrganization', organization, join);
}

/** Events may have been missed while the connection was cut. */
function reportCut() {
  for (const all of listeners.values()) for (const listener of all) listener(null);
}

/** A kiosk’s own token, and how its connection is reopened. */
export type KioskConnection = Partial<ManagerOptions> & { token: string };

/** Connects on first use, so pages without live events load none of this code. */
async function connect(kiosk: Partial<KioskConnection> = {}): Promise<Socket> {
  const { token, ...retries } = kiosk;
  const { io } = await import('socket.io-client');
  const connection = io({
    path: livePath,
    transports: ['websocket', 'polling'],
    auth: (authenticate) => authenticate({ token: token ?? readToken() }),
    ...retries,
  });
  // An organization knows what a page missed before it listened; kiosks and the valet stand don't watch one.
  let mayHaveMissed = organization === null;
  connection.on('connect', () => {
    countFailures(0);
    joinOrganization(connection);
    for (const spot of listeners.keys()) connection.emit('watch', spot);
    if (mayHaveMissed) reportCut();
    mayHaveMissed = true;
  });
  // The server cuts off people whose roles changed and kiosks that were ended: ask again.
  connection.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return;
    connection.connect();
    reportCut();
  });
  connection.on('connect_error', () => countFailures(failures + 1));
  for (const event of liveEvents) {
    connection.on(event, (spot: number) => {
      noteEvent(queryClient, event, spot);
      refetchChanges();
      for (const listener of listeners.get(spot) ?? []) listener(event);
    });
  }
  return connection;
}

function watch(spot: number, listener: Listener): () => void {
  const spotListeners = listeners.get(spot);
  const all = spotListeners ?? new Set<Listener>();
  listeners.set(spot, all.add(listener));
  socket ??= connect();
  if (!spotListeners) {
    void socket
      .then((connection) => connection.connected && connection.emit('watch', spot))
      .catch(forget);
  }
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(spot);
  };
}

/** If the library can't be loaded, the next use tries again. */
const forget = () => {
  socket = undefined;
};

/** Closes the connection of a session that has ended. */
export function closeLive(): void {
  organization = null;
  countFailures(0);
  void socket?.then((connection) => connection.disconnect()).catch(() => undefined);
  forget();
}

/** A page loads completely before it listens for changes: the connection waits this many milliseconds. */
const settlesFor = 4000;

/** Reports a property's event soon, even while the window is in the background, and also when some may have been missed. */
export function useLiveEvent(spot: number, eventName: LiveEvent, onNews: () => void): void {
  const report = useEffectEvent(onNews);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watch(spot, (event) => {
      if (event !== eventName && event !== null) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        report();
      }, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [spot, eventName]);
}

/**
 * Connects as a kiosk, which isn’t a person’s session; call it before anything listens. Returns a
 * function that disconnects.
 */
export function connectKiosk(kiosk: KioskConnection): () => void {
  socket = connect(kiosk);
  void socket.catch(forget);
  return closeLive;
}

/** Reconnects after giving up; has no effect while it's still trying. */
export function reconnectLive(): void {
  void socket?.then((connection) => connection.connect()).catch(() => undefined);
}

function watchOrganization(pk: number) {
  organization = pk;
  if (socket)
    void socket.then((connection) => connection.connected && joinOrganization(connection));
  socket ??= connect();
  void socket.catch(forget);
}

/** Marks the changes of an organization's properties as stale on every page, and refetches what is shown. */
export function useLiveOrganization(pk: number | null): void {
  useEffect(() => {
    if (pk === null) return undefined;
    const opening = setTimeout(() => watchOrganization(pk), socket ? 0 : settlesFor);
    return () => clearTimeout(opening);
  }, [pk]);
}

function subscribeStatus(listener: () => void) {
  statusListeners.add(listener);
  return () => void statusListeners.delete(listener);
}

/** Whether live updates have stopped because the connection keeps failing. It keeps trying. */
export const useLiveFailure = (): boolean =>
  useSyncExternalStore(subscribeStatus, () => failures >= maxFailures);
