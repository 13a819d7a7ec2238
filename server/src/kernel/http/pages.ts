import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { buildHeader, findBuild } from '@lotkeeper/contract/kernel/builds';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * What a page with Stripe's own fields needs. Stripe's script decides what it inserts, so Trusted
 * Types can't be required.
 */
const stripeFrames = 'frame-src https://js.stripe.com https://hooks.stripe.com';

/** What a page may load: only our own files and nothing inline, except on pages with Stripe's fields. */
export const buildContentSecurityPolicy = (
  connectTo: readonly string[],
  withStripeFields: boolean,
) =>
  [
    "default-src 'none'",
    withStripeFields ? "script-src 'self' https://js.stripe.com" : "script-src 'self'",
    ...(withStripeFields ? [stripeFrames] : []),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(withStripeFields ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ');

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

async function readBuild(folder: string) {
  const routes = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as string[];
  return {
    template: await readFile(join(folder, 'index.html'), 'utf8'),
    pages: pagePattern(routes),
  };
}

/** A pattern for the paths of all page routes, such as `/valet/$orgId`, with and without a trailing slash. */
export function pagePattern(routes: readonly string[]): RegExp {
  const patterns = routes.map((route) => {
    const segments = route.split('/').filter(Boolean);
    return segments
      .map((segment) =>
        segment.startsWith('$') ? '/[^/]+' : `/${segment.replace(/[^\w-]/g, String.raw`\$&`)}`,
      )
      .join('');
  });
  return new RegExp(`^(?:${patterns.join('|')})/?$`);
}

/**
 * Serves the built pages: files with hashed names, cached for a year, and index.html, with the
 * settings as data, at the URLs of page routes. At any other URL, a browser gets it as a 404, and
 * the page says so.
 */
export async function servePages(
  app: FastifyInstance,
  options: {
    folder: string;
    settings: unknown;
    /** Other origins that the pages may talk to. */
    connectTo: readonly string[];
    /** Pages with Stripe's own card fields; absent when there are none. */
    cardPages?: RegExp | undefined;
  },
): Promise<void> {
  const index = join(options.folder, 'index.html');
  if (existsSync(index)) {
    await app.register(fastifyStatic, {
      root: join(options.folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      // Names contain a hash of the content, so files are never revalidated and need no dates or tags.
      immutable: true,
      etag: false,
      lastModified: false,
      acceptRanges: false,
      maxAge: '365d',
      index: false,
    });
  }
  const build = existsSync(index) ? findBuild(readFileSync(index, 'utf8')) : null;
  if (build) {
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header(buildHeader, build);
    });
  }
  const policy = buildContentSecurityPolicy(options.connectTo, false);
  const cardPolicy = buildContentSecurityPolicy(options.connectTo, true);
  let built: Promise<{ template: string; pages: RegExp }> | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || /^\/(api|assets|live|processor)\//.test(path) || !existsSync(index)) {
      throw new Refusal('not_found', 'Page not found.');
    }
    built ??= readBuild(options.folder);
    const { template, pages } = await built;
    const isPage = pages.test(path);
    if (!isPage && !request.headers.accept?.includes('text/html')) {
      throw new Refusal('not_found', 'Page not found.');
    }
    return reply
      .code(isPage ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': options.cardPages?.test(path) ? cardPolicy : policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .send(template.replace('"__SETTINGS__"', () => escapeJson(options.settings)));
  });
}
