import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyInstance } from 'fastify';
import { buildContentSecurityPolicy } from '../../../kernel/http/pages.ts';
import { changelog } from '../../../kernel/news.ts';
import { toChangelogPage } from './changelog-page.ts';
import { describeApi } from './document.ts';
import type { ApiDocument } from './openapi.ts';
import { toReferencePage } from './reference-page.ts';

/** Computes a value on the first call and caches it; a failure isn't cached. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= make().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

/** Collects the endpoints that an app serves from now on. */
function collectEndpoints(app: FastifyInstance): ReadonlySet<Endpoint> {
  const endpoints = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.add(config.endpoint);
  });
  return endpoints;
}

/**
 * Serves the reference at /api/docs, the OpenAPI document at /api/docs/json, and what changed at /api/docs/changelog.
 * Each is built on the first request, from the contract and the changelog. Register before the routes.
 */
export function serveApiDocs(app: FastifyInstance, publicUrl: string | undefined): void {
  const endpoints = collectEndpoints(app);
  const readDocument = once<ApiDocument>(() => describeApi(endpoints, publicUrl ?? '/'));
  const readJson = once(async () => JSON.stringify(await readDocument()));
  const readPage = once(async () => toReferencePage(await readDocument()));
  const policy = buildContentSecurityPolicy([], false);
  app.get('/api/docs/json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await readJson()),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(await readPage()),
  );
  const readChanges = once(async () => toChangelogPage(changelog));
  app.get('/api/docs/changelog', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(await readChanges()),
  );
  const files = { css: 'text/css', js: 'text/javascript' };
  for (const [extension, type] of Object.entries(files)) {
    const name = `reference.${extension}`;
    const readText = once(() => readFile(join(import.meta.dirname, name), 'utf8'));
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(await readText()),
    );
  }
}
