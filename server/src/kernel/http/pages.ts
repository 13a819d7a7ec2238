import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { buildHeader, findBuild } from '@lotkeeper/contract/kernel/builds';
import { pushWorker } from '@lotkeeper/contract/kernel/push-worker';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  imagesFrom: string | null = null,
) =>
  [
    "default-src 'none'",
    withStripeFields ? "script-src 'self' https://js.stripe.com" : "script-src 'self'",
    ...(withStripeFields ? [stripeFrames] : []),
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' data: blob:", ...(imagesFrom ? [imagesFrom] : [])].join(' '),
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(withStripeFields
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types ${pushWorker.policy}`]),
  ].join('; ');

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const styleLink = /<link rel="stylesheet"[^>]*>/g;

/** Styles in the head would hold back the words until they're loaded. */
const moveStyles = (html: string) =>
  html
    .replaceAll(styleLink, '')
    .replace('</body>', () => `${(html.match(styleLink) ?? []).join('')}</body>`);

/** The pages of a build: each route with the files that its page needs besides those of index.html. */
export type PageFiles = Readonly<Record<string, readonly string[]>>;

/** A pattern for the paths of a page route, such as `/valet/$orgId`, with and without a trailing slash. */
function toPattern(route: string): RegExp {
  const segments = route.split('/').filter(Boolean);
  const patterns = segments.map((segment) =>
    segment.startsWith('$') ? '/[^/]+' : `/${segment.replace(/[^\w-]/g, String.raw`\$&`)}`,
  );
  return new RegExp(`^${patterns.join('')}/?$`);
}

/** Code is the most, and yields to the styles and to the first reads, which can be seen and used before it. */
function linkToFile(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}">`;
  return file.endsWith('.woff2')
    ? `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}

/**
 * Finds the links to what the page at a path needs, so that the browser loads all of it at once,
 * before any code asks for it; null if the path isn't a page.
 */
export function pageLinks(pages: PageFiles): (path: string) => string | null {
  const isParameter = (segment: string) => (segment.startsWith('$') ? '1' : '0');
  const rank = (route: string) => route.split('/').map(isParameter).join('');
  // A route that names a segment comes before one that takes any.
  const routes = Object.entries(pages)
    .toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([route, files]) => ({
      pattern: toPattern(route),
      links: files.map(linkToFile).join(''),
    }));
  return (path) => routes.find(({ pattern }) => pattern.test(path))?.links ?? null;
}

async function readBuild(folder: string) {
  const pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PageFiles;
  return {
    template: await readFile(join(folder, 'index.html'), 'utf8'),
    findLinks: pageLinks(pages),
  };
}

/** Serves the worker that shows notifications. Browsers look for a newer one at the same URL, so it is never kept. */
function servePushWorker(app: FastifyInstance): void {
  let text: Promise<string> | undefined;
  app.get(pushWorker.path, async (_request, reply) => {
    text ??= readFile(join(import.meta.dirname, 'push-worker.js'), 'utf8');
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'" })
      .send(await text);
  });
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
    /** The origin that signed image URLs lead to, if not ours. */
    imagesFrom?: string | null;
    /** Writes into a page's HTML what it says before its code is there. */
    writeFirstWords: (template: string, request: FastifyRequest) => Promise<string>;
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
  servePushWorker(app);
  const build = existsSync(index) ? findBuild(readFileSync(index, 'utf8')) : null;
  if (build) {
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header(buildHeader, build);
    });
  }
  const policy = buildContentSecurityPolicy(options.connectTo, false, options.imagesFrom);
  const cardPolicy = buildContentSecurityPolicy(options.connectTo, true, options.imagesFrom);
  let built: ReturnType<typeof readBuild> | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || /^\/(api|assets|live|processor)\//.test(path) || !existsSync(index)) {
      throw new Refusal('not_found', 'Page not found.');
    }
    built ??= readBuild(options.folder);
    const { template, findLinks } = await built;
    const links = findLinks(path);
    if (links === null && !request.headers.accept?.includes('text/html')) {
      throw new Refusal('not_found', 'Page not found.');
    }
    const html = await options.writeFirstWords(template, request);
    return reply
      .code(links === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': options.cardPages?.test(path) ? cardPolicy : policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .send(
        moveStyles(
          html
            .replace('"__SETTINGS__"', () => escapeJson(options.settings))
            .replace('</head>', () => `${links ?? ''}</head>`),
        ),
      );
  });
}
