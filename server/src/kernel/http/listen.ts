import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { maxPendingConnections } from '../budgets.ts';
import { StartError } from '../start-error.ts';

interface ListenSettings {
  HOST: string;
  PORT: number;
}

/** What keeps a server from listening, in one sentence; undefined = something else is wrong. */
function explain(error: unknown, config: ListenSettings): StartError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${config.PORT} is in use by another program. Stop it, or set PORT to another number.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new StartError(
      `Lotkeeper isn’t allowed to listen on ${config.HOST}:${config.PORT}. Set HOST and PORT to something it can use.`,
    );
  }
  return undefined;
}

/** Refuses a port that can't be listened on, before a start does anything that takes time or stays. */
export async function refuseUsedPort(config: ListenSettings): Promise<void> {
  const probe = createServer();
  probe.listen(config.PORT, config.HOST);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw explain(error, config) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}

/** Listens where the settings say, and returns the address. What keeps it from that is said in one sentence. */
export async function listen(app: FastifyInstance, config: ListenSettings): Promise<string> {
  try {
    return await app.listen({
      port: config.PORT,
      host: config.HOST,
      backlog: maxPendingConnections,
    });
  } catch (error) {
    throw explain(error, config) ?? error;
  }
}
