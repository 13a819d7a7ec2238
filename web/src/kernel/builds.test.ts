import { buildMessages, findBuild } from '@lotkeeper/contract/kernel/builds';
import { afterEach, expect, test, vi } from 'vitest';

const page = (build: string) =>
  `<script type="module" crossorigin src="/assets/${build}.js"></script>`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the module as a page of that build would. */
async function loadIn(build: string) {
  document.head.innerHTML = page(build);
  return import('./builds.ts');
}

test.each([
  [page('0a1b'), '0a1b'],
  // As the build writes it, and as a page's DOM says it.
  ['<script async type="module" crossorigin src="/assets/0a1b.js"></script>', '0a1b'],
  ['<script async="" type="module" crossorigin="" src="/assets/0a1b.js"></script>', '0a1b'],
  ['<script type="module" src="/src/app/main.ts"></script>', null],
  ['', null],
])('the build of %j is %s', (html, build) => expect(findBuild(html)).toBe(build));

test.each([
  ['the server has the same pages', async () => new Response(page('old')), buildMessages.blocked],
  [
    'the server has newer pages',
    async () => new Response(page('new')),
    `${buildMessages.newer} ${buildMessages.reload}`,
  ],
  ['the server fails', async () => new Response('', { status: 502 }), buildMessages.offline],
  ['nobody answers', () => Promise.reject(new TypeError('Failed')), buildMessages.offline],
])('when %s, the explanation of a failure says so', async (_, answer, explanation) => {
  const ask = vi.fn(answer);
  vi.stubGlobal('fetch', ask);
  const { explainFailure } = await loadIn('old');
  expect(await Promise.all([explainFailure(), explainFailure()])).toEqual([
    explanation,
    explanation,
  ]);
  expect(ask).toHaveBeenCalledOnce();
});

test('a page has a newer build when a call names another one, and not when it names its own or none', async () => {
  const { noteBuild, hasNewerBuild } = await loadIn('old');
  for (const build of ['old', null, '']) noteBuild(build);
  expect(hasNewerBuild()).toBe(false);
  noteBuild('new');
  expect(hasNewerBuild()).toBe(true);
});
