import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Access } from '@lotkeeper/contract/kernel/access';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const inAuthorization = { type: 'apiKey', in: 'header', name: 'Authorization' } as const;

/** What a caller needs where it is not a session. */
function toSecurity(access: Access | undefined) {
  if (access?.scope === 'machine') return [{ key: [] }];
  if (access?.scope === 'kiosk') return [{ kiosk: [] }];
  if (access && 'kiosks' in access) return [{ token: [] }, { kiosk: [] }];
  if (access?.scope === 'camera') return access.key === 'header' ? [{ camera: [] }] : [];
  return access?.scope === 'public' ? [] : undefined;
}

const anyBody =
  'The body is what the camera sends: JSON, XML, a form, or multipart with images. Unknown messages are answered with 202 and kept.';

/** OpenAPI at /api/docs, made from the contract; register before the routes. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lotkeeper', version: '1', description: 'Money is in whole US cents.' },
      components: {
        securitySchemes: {
          token: {
            ...inAuthorization,
            description: 'A person’s session, as `Token {token}` with the token from signing in.',
          },
          key: {
            ...inAuthorization,
            description:
              'A program’s API key, as `Token {key}`. Admins create and revoke keys for their organization. A key works for that organization only, and only for what it was created for.',
          },
          camera: {
            ...inAuthorization,
            description: 'The key of a connection on the Cameras page, as `Token {key}`.',
          },
          kiosk: {
            ...inAuthorization,
            description:
              'The token of a kiosk, as `Token {token}`: from exchanging its one-time ticket. It works at its property only.',
          },
        },
      },
      security: [{ token: [] }],
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const endpoint = route.route.config?.endpoint;
      const security = toSecurity(endpoint?.access);
      return {
        schema: {
          ...schema,
          ...(security ? { security } : {}),
          ...(endpoint?.raw === true ? { description: anyBody } : {}),
        },
        url,
      };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
