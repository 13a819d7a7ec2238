import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const contentSecurityPolicy = (connectTo: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Serves the built pages: files by their hashed names for a year, and index.html, with the settings
 * as data, at every address that is neither a file nor part of the API.
 */
export async function servePages(
  app: FastifyInstance,
  options: {
    folder: string;
    settings: unknown;
    /** Other origins that the pages may talk to. */
    connectTo: readonly string[];
  },
): Promise<void> {
  const index = join(options.folder, 'index.html');
  if (existsSync(index)) {
    await app.register(fastifyStatic, {
      root: join(options.folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      // A name holds its content's hash: it is never asked for again, so it needs no dates and tags.
      immutable: true,
      etag: false,
      lastModified: false,
      acceptRanges: false,
      maxAge: '365d',
      index: false,
    });
  }
  const policy = contentSecurityPolicy(options.connectTo);
  let template: string | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || /^\/(api|assets|live|processor)\//.test(request.url) || !existsSync(index)) {
      throw new Refusal('not_found', 'There is nothing at this address.');
    }
    template ??= await readFile(index, 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .send(template.replace('"__SETTINGS__"', () => escapeJson(options.settings)));
  });
}
