import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import { Server } from 'socket.io';
import { roleIn } from './scope.ts';
import type { Sessions } from './sessions.ts';
import type { SpotDirectory } from './spot-directory.ts';

/** What browsers hear about a property. The payload is the spot's pk and nothing else (security #23). */
export interface Live {
  tell(event: 'server:newRecords' | 'server:newVisitor', spotPk: number): void;
  close(): Promise<void>;
}

const roomOf = (spotPk: number) => `spot:${spotPk}`;

/** Serves live events beside the pages: token and Origin checked at the handshake, rooms chosen here. */
export function startLive(
  http: HttpServer,
  pool: Pool,
  gate: {
    sessions: Sessions;
    spots: SpotDirectory;
    isOwnOrigin: (origin: string, host: string | undefined) => boolean;
  },
): Live {
  const io = new Server(http, {
    path: '/live/',
    serveClient: false,
    maxHttpBufferSize: 4096,
    allowRequest: (request, answer) => {
      const { origin, host } = request.headers;
      answer(null, origin === undefined || gate.isOwnOrigin(origin, host));
    },
  });
  io.adapter(createAdapter(pool, { tableName: 'live_attachments' }));
  const admit = async (token: unknown) =>
    typeof token === 'string' ? gate.sessions.find(token) : null;

  io.use((socket, next) => {
    admit(socket.handshake.auth.token).then(
      (session) => {
        socket.data.personPk = session?.person.pk;
        next(session ? undefined : new Error('Your session has ended.'));
      },
      () => next(new Error('Not available right now.')),
    );
  });
  io.on('connection', (socket) => {
    socket.on('watch', async (spot: unknown) => {
      const session = await admit(socket.handshake.auth.token).catch(() => null);
      const entry = await gate.spots.spot(String(spot)).catch(() => null);
      if (!session || !entry) return;
      const { person } = session;
      const member = roleIn(person, entry.organizationId) !== null;
      if (member || person.superuser) await socket.join(roomOf(entry.pk));
    });
  });
  // Whoever lost a role is cut off; a browser that may still watch connects and asks again.
  gate.sessions.onChange((personPk) => {
    for (const socket of io.of('/').sockets.values()) {
      if (socket.data.personPk === personPk) socket.disconnect(true);
    }
  });
  return {
    tell: (event, spotPk) => {
      io.to(roomOf(spotPk)).emit(event, spotPk);
    },
    close: () => io.close(),
  };
}
