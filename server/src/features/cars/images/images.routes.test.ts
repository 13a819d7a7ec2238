import { getPicture } from '@lotkeeper/contract/cars/images';
import { getLiveness } from '@lotkeeper/contract/platform/health';
import { expect, test } from 'vitest';
import { pictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import { StoreProblem } from '../../../kernel/data/bucket/store-problem.ts';
import { type FileStore, folderFiles } from '../../../kernel/data/files.ts';
import { eventually } from '../../../testing/eventually.ts';
import { dataFolder } from '../../../testing/processes.ts';
import { makeImage } from '../../../testing/seals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

/** An app whose files are in a store that is played here. */
const folder = folderFiles(dataFolder());
const store: FileStore = { ...folder, isShared: true };
const openFile = (name: string) => folder.open(name);
const at = await testApp({ now: '2026-06-15T19:00:00Z', files: store });
const spot = await makeSpot(at.database.system);
const { uuid } = await makeImage(at, spot, 'a car');

const load = () => {
  const path = pictureAddresses(at.secretBox).addressOf(
    { organization: spot.organization, uuid },
    at.clock(),
  );
  return at.call(getPicture, { params: { address: path.split('/')[3] ?? '' } });
};

test('an image goes through the server', async () => {
  const { status, response } = await load();
  expect([status, response.body, response.headers['content-type']]).toEqual([
    200,
    'a car',
    'image/jpeg',
  ]);
});

test('an image in a public store is a redirect that is cached for less than its URL is valid', async () => {
  store.findUrl = async (_, type) => `https://store.example/signed?type=${type}`;
  const { status, response } = await load();
  store.findUrl = async () => null;
  expect([status, response.headers.location, response.headers['cache-control']]).toEqual([
    302,
    'https://store.example/signed?type=image/jpeg',
    'private, max-age=30',
  ]);
});

test('a URL that isn’t ours leads nowhere', async () => {
  store.findUrl = async () => 'https://store.example/signed';
  const { status } = await at.call(getPicture, {
    params: { address: `${spot.organization}.${uuid}.9999999.${'A'.repeat(43)}` },
  });
  expect(status).toBe(400);
  store.findUrl = async () => null;
});

test('a new image that another server is still sending says so, and an old one is missing', async () => {
  store.open = async () => null;
  const { status, error } = await load();
  expect([status, error.detail]).toEqual([
    503,
    'This image is on its way from another server. Try again in a minute.',
  ]);
  at.clock.forward(25 * 60 * 60 * 1000);
  expect((await load()).status).toBe(404);
  at.clock.set('2026-06-15T19:00:00Z');
  store.open = openFile;
});

test('images that wait for a slow store take no turn of other calls', async () => {
  const { promise, reject } = Promise.withResolvers<null>();
  let opened = 0;
  store.open = () => {
    opened += 1;
    return promise;
  };
  const waiting = Array.from({ length: 20 }, load);
  // More than the three calls that run at once wait for the store.
  await eventually(() => opened === 20);
  expect((await at.call(getLiveness, {})).status).toBe(200);
  reject(new StoreProblem('silent'));
  const answers = await Promise.all(waiting);
  store.open = openFile;
  expect(new Set(answers.map(({ status, error }) => `${status} ${error.detail}`))).toEqual(
    new Set(['503 The file store isn’t responding. Try again in a minute.']),
  );
});
