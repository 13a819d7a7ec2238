import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const code = readFileSync(new URL('push-worker.js', import.meta.url), 'utf8');
const origin = 'https://lots.example';

interface Shown {
  title: string;
  body: string;
  data: unknown;
}
interface WorkerEvent {
  data?: { json: () => unknown } | null;
  notification?: { data: unknown; close: () => void };
  waitUntil: (done: Promise<unknown>) => void;
}

/** Runs the worker with what a browser gives it; `pages` are where open pages are now. */
function startWorker(pages: readonly string[] = []) {
  const handlers = new Map<string, (event: WorkerEvent) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const windows = pages.map((page) => ({
    postMessage: (_: unknown, [port]: [{ postMessage: (message: string) => void }]) =>
      port.postMessage(page),
    focus: async () => focused.push(page),
  }));
  const self = {
    location: { href: `${origin}/push-worker.js?icon=%2Fassets%2Ficon.png` },
    addEventListener: (name: string, handle: (event: WorkerEvent) => void) =>
      handlers.set(name, handle),
    registration: {
      // Browsers turn both into text, which some objects refuse.
      showNotification: async (title: unknown, { body, data }: { body: unknown; data: unknown }) =>
        shown.push({ title: [title].join(), body: [body].join(), data: structuredClone(data) }),
    },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => opened.push(url) },
  };
  runInNewContext(code, { self, URL, MessageChannel, setTimeout });
  const fire = (name: string, event: Omit<WorkerEvent, 'waitUntil'>) =>
    new Promise((resolve) => handlers.get(name)?.({ ...event, waitUntil: resolve }));
  return {
    shown,
    opened,
    focused,
    push: (payload: string | null) =>
      fire('push', { data: payload === null ? null : { json: () => JSON.parse(payload) } }),
    click: ({ data }: Shown) =>
      fire('notificationclick', { notification: { data, close: () => undefined } }),
  };
}

const link = fc.oneof(
  fc.constantFrom(
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
    `${origin}:8443/`,
    `${origin}\\evil.example`,
    `${origin}/\\evil.example`,
    `${origin}/\t//evil.example`,
    ` ${origin}/`,
  ),
  fc.webUrl(),
  fc.string({ unit: 'binary' }).map((text) => `${origin}${text}`),
  fc.jsonValue(),
);
const text = fc.oneof(fc.string(), fc.jsonValue(), fc.constant({ toString: 1 }));
const payload = fc.oneof(
  fc.constant(null),
  fc.string(),
  fc.json(),
  fc
    .record({ title: text, body: text, tag: text, navigate: link }, { requiredKeys: [] })
    .map((notification) => JSON.stringify({ notification })),
);

test('whatever arrives, one notification is shown, and a click opens a page of Lotkeeper', async () => {
  await fc.assert(
    fc.asyncProperty(payload, async (sent) => {
      const worker = startWorker();
      await worker.push(sent);
      const [first] = worker.shown;
      expect(worker.shown).toHaveLength(1);
      if (first) await worker.click(first);
      expect(worker.opened.map((url) => new URL(url).origin)).toEqual([origin]);
    }),
    { numRuns: 500 },
  );
});

test('a notification with its words and page is shown and opened as it is', async () => {
  const worker = startWorker();
  const navigate = `${origin}/organization/3/alerts`;
  await worker.push(JSON.stringify({ notification: { title: 'A', body: 'B', navigate } }));
  expect(worker.shown).toEqual([{ title: 'A', body: 'B', data: navigate }]);
  for (const one of worker.shown) await worker.click(one);
  expect(worker.opened).toEqual([navigate]);
});

test.each([
  ['/valet/3?spot=7', ['/ledger', '/valet/3?spot=7&search=ab'], 1],
  ['/valet/3?spot=7', ['/valet/3'], 0],
  ['/valet/3?spot=7', ['/valet/3?spot=8', '/valet/4?spot=7'], null],
  ['/organization/3/alerts', ['/organization/3/alerts?at=1', '/organization/3/alerts'], 1],
])('a click on one about %s finds it among the pages %j', async (link, paths, found) => {
  const pages = paths.map((path) => origin + path);
  const worker = startWorker(pages);
  await worker.click({ title: '', body: '', data: origin + link });
  expect(worker.focused).toEqual(found === null ? [] : [pages[found]]);
  expect(worker.opened).toEqual(found === null ? [origin + link] : []);
});
