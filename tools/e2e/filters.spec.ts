import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { Page, Request } from '@playwright/test';
import { listQueryFields } from '../../server/src/testing/call-fields.ts';
import { contractEndpoints } from '../../server/src/testing/endpoints.ts';
import { stringifySearch } from '../../web/src/kernel/url-state.ts';
import { answerCalls, expect, signIn, spotNamed, test, visit } from './testing/app.ts';
import type { FilteredPage, Filters } from './testing/filtered-pages.ts';
import { filteredPages, pagesWithoutFilters, readFilterSchemas } from './testing/filtered-pages.ts';

test('each filter of each page is in the walks below, with a value that its page keeps', async () => {
  const schemas = await readFilterSchemas();
  const walked = new Set(filteredPages.map(({ page }) => page));
  expect([...walked, ...pagesWithoutFilters].toSorted()).toEqual([...schemas.keys()].toSorted());
  for (const page of walked) {
    const schema = schemas.get(page);
    if (!schema) continue;
    const targets = filteredPages.filter((target) => target.page === page);
    const fields = new Set(targets.flatMap(({ values }) => Object.keys(values)));
    expect([page, [...fields].toSorted()]).toEqual([page, Object.keys(schema.shape).toSorted()]);
    for (const { beside, values } of targets) {
      for (const filters of [beside, values])
        expect([page, toKept(schema.parse(filters ?? {}))]).toEqual([page, filters ?? {}]);
    }
  }
});

/** Filters as the URL keeps them. */
const toKept = (kept: Parameters<typeof stringifySearch>[0]): Filters =>
  Object.fromEntries(new URLSearchParams(stringifySearch(kept)));

/** A call that a page made. */
interface Call {
  endpoint: Endpoint;
  url: string;
  /** The fields of its query and its body. */
  fields: Filters;
}

const endpoints = [...(await contractEndpoints()).values()].map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
}));

/** Whatever a car's decision leads to depends on the car, not on the filter. */
const isPreview = (path: string) => path.endsWith('/preview/');

function toCall(request: Request): Call | null {
  const { pathname, searchParams } = new URL(request.url());
  const method = request.method();
  const found = endpoints.find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname),
  );
  if (!found || found.endpoint.file === 'image/*' || isPreview(pathname)) return null;
  const body = (request.postDataJSON() ?? {}) as Filters;
  const fields = { ...Object.fromEntries(searchParams), ...body };
  return { endpoint: found.endpoint, url: `${pathname}?${JSON.stringify(fields)}`, fields };
}

/** The calls of a page, and whether some aren't answered yet. */
function watchCalls(page: Page) {
  const pending = new Set<Request>();
  const calls: Call[] = [];
  page.on('request', (request) => {
    pending.add(request);
    const call = toCall(request);
    if (call) calls.push(call);
  });
  const end = (request: Request) => void pending.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  return { pending, calls };
}

const busy = '[aria-busy="true"], [class*="bone"]';

/** The fields of a call that differ from those of the same endpoint before the filter was set. */
function listChanged(call: Call, before: readonly Call[]): string[] {
  const [same] = before.filter(({ endpoint }) => endpoint === call.endpoint);
  if (!same) return [];
  const names = new Set([...Object.keys(call.fields), ...Object.keys(same.fields)]);
  return [...names].filter((name) => call.fields[name] !== same.fields[name]);
}

/** What the page reads with a filter only, and the reads that could take the filter and didn't. */
function compareCalls(before: readonly Call[], after: readonly Call[], earlier: Set<string>) {
  const known = new Set([...earlier, ...before.map(({ url }) => url)]);
  const fresh = after.filter(({ url }) => !known.has(url));
  const changed = new Set(fresh.flatMap((call) => listChanged(call, before)));
  // The page that was left may still read.
  const own = before.filter(({ url }) => !earlier.has(url));
  const missing = [...new Set(own.map(({ endpoint }) => endpoint))].filter(
    (endpoint) =>
      fresh.every((call) => call.endpoint !== endpoint) &&
      listQueryFields(endpoint).some((name) => changed.has(name)),
  );
  return { fresh, changed, missing: missing.map(({ path }) => path) };
}

/** What a file has otherwise than the list whose filter was set. */
function findOtherwise(file: Call, list: Call | undefined, names: ReadonlySet<string>): string[] {
  const taken = listQueryFields(file.endpoint);
  return [...names].filter(
    (name) => taken.includes(name) && list && file.fields[name] !== list.fields[name],
  );
}

/** Opens pages, sets their filters, and sees what they read. */
async function startWalk(page: Page, at: string) {
  const { pending, calls } = watchCalls(page);
  const earlier = new Set<string>();
  const main = page.getByRole('main');
  const isReading = async () => pending.size > 0 || (await page.locator(busy).count()) > 0;
  const toUrl = async ({ page: path, lot = 'Copper Square Garage' }: FilteredPage) => {
    const spot = await spotNamed('adminOfBoth', lot);
    const base = at === 'spot' ? spot.path : spot.path.replace(/\/spots\/.*/, '');
    return (filters: Filters) =>
      `${base}/${path.replace(/^\w+\//, '')}?${new URLSearchParams(filters)}`;
  };
  /** What the page shows, with what its fields hold. */
  const readShown = () =>
    main.evaluate((box: HTMLElement) => {
      const fields = [...box.querySelectorAll<HTMLInputElement>('input, select')];
      return [box.innerText, ...fields.map(({ value }) => value)].join('\n');
    });
  const open = async (url: string) => {
    const title = await page.title();
    await visit(page, url);
    await expect.poll(() => page.title()).not.toBe(title);
    await expect.poll(isReading, quickly).toBe(false);
    return { before: calls.splice(0), text: await readShown() };
  };
  /** Presses what leads to the page's file, and returns the call for it. */
  const download = async (buttons: readonly string[]): Promise<Call> => {
    calls.splice(0);
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).click();
    const findFile = () => calls.find(({ endpoint }) => endpoint.file);
    await expect.poll(findFile, quickly).toBeDefined();
    await expect.poll(isReading, quickly).toBe(false);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const file = findFile();
    if (!file) throw new Error('There is no file.');
    return file;
  };
  return { calls, earlier, main, isReading, readShown, toUrl, open, download };
}

const quickly = { intervals: [10] };

/** A walk reports every filter that is lost. */
const softly = expect.configure({ soft: true });

type Walk = Awaited<ReturnType<typeof startWalk>>;

/** Sets each filter of a page alone. */
async function walk(page: Page, target: FilteredPage, w: Walk): Promise<void> {
  const { beside = {}, values, shown = {}, nothing = [], download, notInFile = {} } = target;
  const toUrl = await w.toUrl(target);
  const { before, text } = await w.open(toUrl(beside));
  const buttons = w.main.getByRole('button', { name: /^(Download|CSV)/ });
  // Files that are listed themselves have their own.
  const files = await buttons.and(page.locator(':not(tr *, li *)')).count();
  expect(Boolean(download ?? target.noList), 'has a file').toBe(files > 0);
  const whole = download && (await w.download(download));
  for (const [field, value] of Object.entries(values)) {
    w.calls.splice(0);
    await visit(page, toUrl({ ...beside, [field]: value }));
    const findFault = async () => {
      if (await w.isReading()) return 'is still reading';
      if (shown[field]) return (await w.readShown()) === text ? 'shows the same' : null;
      const { fresh, missing } = compareCalls(before, w.calls, w.earlier);
      if (fresh.length === 0) return 'reads the same';
      return nothing.includes(field) ? null : (missing[0] ?? null);
    };
    const message = `${target.page}?${field}=${value}`;
    await softly.poll(findFault, { ...quickly, message }).toBeNull();
    if (!download || !whole || field === 'page') continue;
    const { fresh, changed } = compareCalls(before, w.calls, w.earlier);
    const file = await w.download(download);
    const isFiltered = file.url !== whole.url;
    softly(isFiltered, `the file of ${message} is another`).toBe(!notInFile[field]);
    const list = fresh.find((call) => listChanged(call, before).length > 0);
    softly(findOtherwise(file, list, changed), `the file of ${message}`).toEqual([]);
  }
  for (const { url } of [...before, ...w.calls]) w.earlier.add(url);
}

/** The demo has none, and so no deliveries to filter. */
const webhook = {
  pk: 1,
  url: 'https://shop.example/hooks',
  types: ['rental.created'],
  spots: null,
  created_at: 0,
  created_by: null,
  paused_at: null,
  paused_because: null,
  failing_since: null,
  next_try_at: null,
  old_secret_until: null,
  waiting: 0,
  failing: 0,
  given_up: 0,
};

// What isn't found, as with a filter that nothing has.
test.use({ tolerate: /status of 40[04]/ });

for (const at of ['organization', 'spot']) {
  test(`each filter in the URL of a page of ${at} reaches its reads and its file`, async ({
    page,
  }) => {
    const w = await startWalk(page, at);
    await answerCalls(page, /\/organizations\/\d+\/webhooks\/$/, [webhook]);
    let last: FilteredPage | undefined;
    for (const target of filteredPages.filter((one) => one.page.startsWith(at))) {
      await test.step(target.page, async () => {
        const isSame = last?.page === target.page;
        if (isSame || last?.who !== target.who) await page.goto('about:blank');
        await signIn(page, target.who ?? 'adminOfBoth');
        await walk(page, target, w);
        last = target;
      });
    }
  });
}
