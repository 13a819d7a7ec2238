import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { maxPendingConnections } from '../budgets.ts';
import { StartError } from '../start-error.ts';

interface ListenSettings {
  HOST: string;
  PORT: number;
}

/** Why a server can't listen, in one sentence; undefined for unknown causes. */
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

/** Refuses an unusable port before a start does anything slow or permanent. */
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

/** Listens as configured and returns the URL. Throws a StartError with one sentence when that fails. */
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
