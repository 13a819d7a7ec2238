import type { Server as HttpServer } from 'node:http';
import type { LiveEvent } from '@lotkeeper/contract/kernel/live';
import { livePath } from '@lotkeeper/contract/kernel/live';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import { Server } from 'socket.io';
import type { Callers } from './callers.ts';
import { roleIn } from './scope.ts';

/** What browsers hear about a property. The payload is the spot's pk and nothing else (security #23). */
export interface Live {
  tell(event: LiveEvent, spotPk: number): void;
  close(): Promise<void>;
}

const roomOf = (spotPk: number) => `spot:${spotPk}`;

/** A browser is told of the same thing at most this often, in milliseconds, however much comes in. */
const calmFor = 1000;

/** Tells at once, and what comes within the second after it once at its end. */
function calmly(tell: Live['tell']): Live['tell'] {
  const waiting = new Map<string, boolean>();
  const attempt: Live['tell'] = (event, spotPk) => {
    const name = `${event} ${spotPk}`;
    if (waiting.has(name)) {
      waiting.set(name, true);
      return;
    }
    tell(event, spotPk);
    waiting.set(name, false);
    setTimeout(() => {
      const again = waiting.get(name);
      waiting.delete(name);
      if (again) attempt(event, spotPk);
    }, calmFor).unref();
  };
  return attempt;
}

/** Serves live events beside the pages: token and Origin checked at the handshake, rooms chosen here. */
export function startLive(
  http: HttpServer,
  pool: Pool,
  gate: Pick<Callers, 'sessions' | 'spots'> & {
    isOwnOrigin: (origin: string, host: string | undefined) => boolean;
  },
): Live {
  const io = new Server(http, {
    path: livePath,
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
  const tell = calmly((event: LiveEvent, spotPk: number) => {
    io.to(roomOf(spotPk)).emit(event, spotPk);
  });
  return { tell, close: () => io.close() };
}
