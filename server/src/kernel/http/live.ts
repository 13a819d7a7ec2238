import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { LiveEvent, NewestChanges } from '@lotkeeper/contract/kernel/live';
import { livePath } from '@lotkeeper/contract/kernel/live';
import type { Socket } from 'socket.io';
import { Server } from 'socket.io';
import type { Callers } from '../access/callers.ts';
import { isKioskToken } from '../access/callers.ts';
import { readReach } from '../access/reach.ts';
import type { LiveKiosk } from '../access/scope.ts';
import { roleIn } from '../access/scope.ts';
import type { LiveSession } from '../access/sessions.ts';
import type { SpotEntry } from '../access/spot-directory.ts';
import type { SpotChange, SpotChanges } from '../data/spot-changes.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { LiveHandlers, ReportFault } from './live-messages.ts';
import { receiveMessages } from './live-messages.ts';
import type { LiveRoute } from './live-routing.ts';
import { routeLive } from './live-routing.ts';

/** Notifies browsers of a property: they receive its pk and nothing else (docs/security.md, 23). */
export type Publish = (event: LiveEvent, spot: SpotChange) => void;

export interface Live {
  close(): Promise<void>;
}

const toSpotRoom = (spotPk: number) => `spot:${spotPk}`;
const organizationRoom = (organizationPk: number) => `organization:${organizationPk}`;

/** Minimum interval between a browser's events about the same thing, in milliseconds, however many changes there are. */
const calmFor = 1000;

/** Sends the first event at once, and combines those of the following second at its end. */
function calmly(publish: Publish): Publish {
  const waiting = new Map<string, boolean>();
  const attempt: Publish = (event, spot) => {
    const name = `${event} ${spot.pk}`;
    if (waiting.has(name)) {
      waiting.set(name, true);
      return;
    }
    publish(event, spot);
    waiting.set(name, false);
    setTimeout(() => {
      const shouldRepeat = waiting.get(name);
      waiting.delete(name);
      if (shouldRepeat) attempt(event, spot);
    }, calmFor).unref();
  };
  return attempt;
}

/** Publishes events to the browsers of all processes. */
export const makePublish = (
  changes: Pick<SpotChanges, 'note'>,
  reportFault: ReportFault,
): Publish =>
  calmly((event, spot) => {
    changes.note(event, spot).catch((error: unknown) => reportFault('change of a property', error));
  });

/** Serves live events next to the pages: token and Origin are checked at the handshake, and rooms are chosen here. */
export function startLive(
  http: HttpServer,
  gate: Pick<Callers, 'sessions' | 'spots' | 'changes' | 'kiosks'> & {
    isOwnOrigin: (origin: string, host: string | undefined) => boolean;
    /** Whether the caller's budget has room for another connection. */
    mayConnect?: (request: IncomingMessage) => boolean;
    reportFault: ReportFault;
    /** Set when processes share a port. */
    route?: LiveRoute | undefined;
  },
): Live {
  const io = new Server(http, {
    path: livePath,
    serveClient: false,
    maxHttpBufferSize: 4096,
    allowRequest: (request, answer) => {
      const { origin, host } = request.headers;
      const isOwn = origin === undefined || gate.isOwnOrigin(origin, host);
      answer(null, isOwn && (gate.mayConnect?.(request) ?? true));
    },
  });
  const stopRouting = gate.route ? routeLive(io, gate.route) : () => undefined;
  /** The session or kiosk that a connection's token belongs to. */
  const admit = async (token: unknown): Promise<LiveSession | LiveKiosk | null> => {
    if (typeof token !== 'string') return null;
    return isKioskToken(token) ? gate.kiosks.find(token) : gate.sessions.find(token);
  };
  const identify = async (socket: Socket) => {
    const caller = await admit(socket.handshake.auth.token);
    if (!caller)
      throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
    return caller;
  };
  const mayWatchAll = (caller: LiveSession | LiveKiosk, organizationPk: number) =>
    'person' in caller &&
    (caller.person.superuser || roleIn(caller.person, organizationPk) !== null);
  const mayWatch = (caller: LiveSession | LiveKiosk, spot: SpotEntry) =>
    'spotPk' in caller ? caller.spotPk === spot.pk : mayWatchAll(caller, spot.organizationId);

  io.use((socket, next) => {
    admit(socket.handshake.auth.token).then(
      (caller) => {
        if (caller && 'spotPk' in caller) socket.data.kioskPk = caller.pk;
        else socket.data.personPk = caller?.person.pk;
        next(caller ? undefined : new Error('Your session has ended.'));
      },
      (error: unknown) => {
        gate.reportFault('live handshake', error);
        next(new Error('Not available right now.'));
      },
    );
  });
  const handlers: LiveHandlers = {
    watchOrganization: async (socket, name): Promise<NewestChanges> => {
      const caller = await identify(socket);
      const organization = await gate.spots.organizationPk(String(name));
      if (organization === null || !mayWatchAll(caller, organization))
        throw notFound('organization');
      // Join the room first, so changes made while the list is read are sent too.
      await socket.join(organizationRoom(organization));
      return [...(await gate.changes.list(organization))];
    },
    watch: async (socket, spot) => {
      const caller = await identify(socket);
      const reach = 'person' in caller ? readReach(caller.person) : [caller.organizationId];
      const entry = await gate.spots.spot(String(spot), reach);
      if (!entry || !mayWatch(caller, entry)) throw notFound('property');
      await socket.join(toSpotRoom(entry.pk));
    },
  };
  io.on('connection', (socket) => receiveMessages(socket, handlers, gate.reportFault));
  const cut = (field: 'personPk' | 'kioskPk') => (pk: number) => {
    for (const socket of io.of('/').sockets.values()) {
      if (socket.data[field] === pk) socket.disconnect(true);
    }
  };
  // A person who lost a role is disconnected; a browser that may still watch reconnects and asks again.
  gate.sessions.onChange(cut('personPk'));
  gate.kiosks.onEnd(cut('kioskPk'));
  const stopListening = gate.changes.listen({
    onEvent: (event, spot) => {
      io.to([toSpotRoom(spot.pk), organizationRoom(spot.organizationId)]).emit(event, spot.pk);
    },
    // Browsers reconnect by themselves, and then compare what changed.
    onGap: () => io.disconnectSockets(true),
  });
  const close = () => {
    stopListening();
    stopRouting();
    return io.close();
  };
  return { close };
}
