import { setTimeout as pause } from 'node:timers/promises';
import { ingestImages } from '@lotkeeper/contract/intake/ingest';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { encodePng } from '@lotkeeper/simulator/world/pictures/png';
import { Raster } from '@lotkeeper/simulator/world/pictures/raster';
import { pictureAddresses } from '../../server/src/kernel/access/picture-addresses.ts';
import { createSecretBox } from '../../server/src/kernel/access/secrets.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { type Damage, openDamagingProxy } from '../../server/src/testing/damaging-proxy.ts';
import { openTestStore, storeKeys, toFilesUrl } from '../../server/src/testing/object-store.ts';
import { makeFolder, runToEnd } from '../../server/src/testing/processes.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import { countDifferences } from './commands.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { call, openOrganization } from './people.ts';

const name = 'object store';
const secret = 'the secret key of both servers, 32 characters or more';
/** Maximum milliseconds for storing an image while the store is slow or gone. */
const maxStoreMs = 2000;
/** Maximum milliseconds until an image is shown once the store is back. */
const maxWaitMs = 30_000;
/** Maximum milliseconds until all files are sent: a pause, and a request that the silent store never answered. */
const maxSendMs = 120_000;

let pngCount = 0;

/** A PNG that no other is like. */
function makePng(): string {
  const raster = new Raster(40, 20);
  pngCount += 1;
  raster.data.fill(pngCount % 251, 0, (pngCount % 700) + 3);
  raster.data[0] = Math.floor(pngCount / 251);
  return Buffer.from(encodePng(raster)).toString('base64');
}

interface Images {
  uuids: string[];
  slowestMs: number;
  refused: number;
}

/** Sends images one after another, and keeps the uuids of those that were acknowledged. */
async function sendImages(machine: Caller, spot: number, count: number): Promise<Images> {
  const images: Images = { uuids: [], slowestMs: 0, refused: 0 };
  for (let index = 0; index < count; index += 1) {
    const data = makePng();
    const item = {
      source: 'drill',
      external_id: String(pngCount),
      spot,
      kind: 'overview',
      taken_at: toIso(systemClock()),
      orientation: 'Entrance',
      data,
    } as const;
    const { status, body, ms } = await call(machine, ingestImages, {
      body: { items: [item] },
    });
    const uuid = status === 200 ? body.results[0]?.uuid : undefined;
    if (uuid) images.uuids.push(uuid);
    else images.refused += 1;
    images.slowestMs = Math.max(images.slowestMs, ms);
  }
  return images;
}

interface Shown {
  missing: number;
  /** Answers other than 200 on the way, by status and message. */
  others: Record<string, number>;
}

/** Asks a server for images, again while it answers 503, and counts those that it doesn't show. */
async function countMissing(url: string, organization: number, uuids: readonly string[]) {
  const pictures = pictureAddresses(createSecretBox(secret));
  const result: Shown = { missing: 0, others: {} };
  for (const uuid of uuids) {
    const until = performance.now() + maxWaitMs;
    for (;;) {
      const address = pictures.addressOf({ organization, uuid }, systemClock());
      const answer = await fetch(`${url}${address}`);
      const text = await answer.text();
      if (answer.status === 200) break;
      const other = `${answer.status} ${text.slice(0, 90)}`;
      result.others[other] = (result.others[other] ?? 0) + 1;
      if (answer.status === 503 && performance.now() < until) await pause(500);
      else {
        result.missing += 1;
        break;
      }
    }
  }
  return result;
}

interface Health {
  files_waiting?: number;
}

const countWaiting = async ({ url }: Lotkeeper): Promise<number> => {
  const answer = await fetch(`${url}/api/health/ready`);
  return answer.ok ? (((await answer.json()) as Health).files_waiting ?? 0) : 1;
};

const waitUntilSent = (servers: readonly Lotkeeper[]) =>
  waitFor(
    'the files',
    async () => {
      const counts = await Promise.all(servers.map(countWaiting));
      return counts.every((count) => count === 0);
    },
    maxSendMs,
  );

async function run(): Promise<Figure[]> {
  const store = await openTestStore();
  let damage: Damage = 'none';
  const proxy = await openDamagingProxy(store.origin, () => damage);
  const settings = { FILES_URL: toFilesUrl(proxy.origin), SECRET_KEY: secret, ...storeKeys };
  const first = await startLotkeeper({ settings });
  const { machine, pk, spots } = await openOrganization(first);
  const [spot = 0] = spots;
  const shared = { ...settings, DATABASE_URL: first.databaseUrl(), DEMO: '0' };
  const second = await startLotkeeper({ settings: shared });
  const otherMachine = { ...machine, url: second.url };
  const both = [first, second];
  const sentImages: Images[] = [];
  const sendToBoth = async () =>
    void sentImages.push(
      ...(await Promise.all([sendImages(machine, spot, 30), sendImages(otherMachine, spot, 30)])),
    );

  await sendToBoth();
  await store.kill();
  await sendToBoth();
  const waiting = (await Promise.all(both.map(countWaiting))).reduce(
    (sum, count) => sum + count,
    0,
  );
  damage = 'silent';
  await sendToBoth();
  damage = 'none';
  await store.restart();
  await sendToBoth();
  await waitUntilSent(both);

  const uuids = sentImages.flatMap((images) => images.uuids);
  const missing = [
    await countMissing(first.url, pk, uuids),
    await countMissing(second.url, pk, uuids),
  ] as const;
  const differences = await countDifferences({ DATA_DIR: first.dataDir, ...settings });
  const wrong = { ...shared, AWS_SECRET_ACCESS_KEY: 'wrong', DATA_DIR: makeFolder() };
  const refused = await runToEnd('main.ts', wrong);
  const describe = ({ others }: Shown) => `of ${uuids.length}; ${JSON.stringify(others)}`;
  const { zero } = judging(name);
  return [
    zero(
      'images that were refused',
      sentImages.reduce((sum, images) => sum + images.refused, 0),
    ),
    judged(
      `${name}: storing an image, the slowest`,
      Math.max(...sentImages.map((images) => images.slowestMs)) / 1000,
      { most: maxStoreMs / 1000, unit: ' s' },
    ),
    judged(`${name}: files that waited`, waiting, { least: 1, digits: 0 }),
    zero('acknowledged images that server one lacks', missing[0].missing, describe(missing[0])),
    zero('acknowledged images that server two lacks', missing[1].missing, describe(missing[1])),
    zero('differences that ledger:verify finds', differences),
    zero(
      'starts with wrong keys',
      refused.code === 78 && refused.error.includes('check AWS_ACCESS_KEY_ID') ? 0 : 1,
    ),
  ];
}

/** Two servers with data folders of their own, whose files are in one object store. */
export const objectStoreDrills: Drill[] = [
  {
    name,
    description:
      'Two servers share an object store, which is killed while both store images, then is silent, then is back; a third has wrong keys.',
    run,
  },
];
