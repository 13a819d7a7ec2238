import type { FastifyInstance } from 'fastify';

/** A year, for this host alone: the domain's owner decides about its other hosts (docs/decisions/029). */
const policy = 'max-age=31536000';

/** Has browsers come back over https only (HSTS), once they came over https. */
export function requireHttps(app: FastifyInstance, publicUrl: string | undefined): void {
  const isPublicHttps = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  app.addHook('onRequest', async (request, reply) => {
    // Browsers ignore the header on plain http, so a proxy that doesn't name the protocol does no harm.
    if (isPublicHttps || request.protocol === 'https') {
      void reply.header('strict-transport-security', policy);
    }
  });
}
