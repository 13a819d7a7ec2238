import type { FastifyInstance } from 'fastify';
import { maxPendingConnections } from '../budgets.ts';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

/** Listens where the settings say, and returns the address. What keeps it from that is said in one sentence. */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({
      port: config.PORT,
      host: config.HOST,
      backlog: maxPendingConnections,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${config.PORT} is in use by another program. Stop it, or set PORT to another number.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `Lotkeeper isn’t allowed to listen on ${config.HOST}:${config.PORT}. Set HOST and PORT to something it can use.`,
      );
    }
    throw error;
  }
}
