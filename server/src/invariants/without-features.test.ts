import { getTimeline } from '@lotkeeper/contract/cars/timeline';
import {
  getHeroStats,
  getRecentImages,
  listCarTracking,
} from '@lotkeeper/contract/cars/visibility';
import { fromIso, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import {
  downloadAggregatorRentals,
  getAggregatorRentals,
} from '@lotkeeper/contract/people/aggregator-rentals';
import type { SpotFeature } from '@lotkeeper/contract/platform/spots';
import { spotFeatureRules } from '@lotkeeper/contract/platform/spots';
import { beforeEach, expect, test } from 'vitest';
import { signedInSuperuser } from '../testing/people.factory.ts';
import { testProperty } from '../testing/test-property.ts';

const { at, sql, spot, token } = await testProperty(
  { now: '2026-06-15T19:00:00Z' },
  { classification: 'Airport Lot' },
);
const { token: superuserToken } = await signedInSuperuser(at);

const { pk, uuid } = spot;
const start = toEpochSeconds(fromIso('2026-06-15T07:00:00Z'));
const log = { uuid, page: 1, start, end: start + 86_400 };
const month = { spot: String(pk), month: 6, year: 2026 };

const calls: Record<string, { feature: SpotFeature; call: (by: string) => Promise<Answer> }> = {
  timeline: {
    feature: 'timeline',
    call: (by) => at.call(getTimeline, { params: { id: uuid }, query: {} }, { token: by }),
  },
  'camera images': {
    feature: 'camera images',
    call: (by) => at.call(getRecentImages, { params: { id: String(pk) } }, { token: by }),
  },
  'driver log': {
    feature: 'driver log',
    call: (by) => at.call(listCarTracking, { query: log }, { token: by }),
  },
  'hero stats': {
    feature: 'hero stats',
    call: (by) => at.call(getHeroStats, { query: { uuid } }, { token: by }),
  },
  'aggregator rentals': {
    feature: 'aggregator rentals',
    call: (by) => at.call(getAggregatorRentals, { query: month }, { token: by }),
  },
  'aggregator file': {
    feature: 'aggregator rentals',
    call: (by) => at.call(downloadAggregatorRentals, { query: month }, { token: by }),
  },
};

interface Answer {
  status: number;
  error: { code: string; detail: string };
}

const set = (change: { visibility?: string; timeline?: boolean; classification?: string }) => sql`
  update spots set visibility_page_section = ${change.visibility ?? 'all'},
    show_timeline = ${change.timeline ?? true},
    classification = ${change.classification ?? 'Airport Lot'} where pk = ${pk}`;

/** Which calls succeed; the directory of properties is notified of a change a little later. */
async function answered(by: string): Promise<string[]> {
  const statuses = await Promise.all(
    Object.entries(calls).map(async ([name, { call }]) => [name, (await call(by)).status] as const),
  );
  return statuses.filter(([, status]) => status === 200).map(([name]) => name);
}

const all = Object.keys(calls);
const without = (...names: string[]) => all.filter((name) => !names.includes(name));

beforeEach(async () => {
  await set({});
  await expect.poll(() => answered(token)).toEqual(all);
});

test.each([
  [{ timeline: false }, without('timeline'), without('timeline')],
  [
    { classification: 'Garage' },
    without('aggregator rentals', 'aggregator file'),
    without('aggregator rentals', 'aggregator file'),
  ],
  [
    { visibility: 'none' },
    without('camera images', 'driver log', 'hero stats'),
    without('camera images'),
  ],
  [{ visibility: 'cameras' }, without('driver log'), all],
  [{ visibility: 'stats' }, without('camera images'), without('camera images')],
])(
  'with %o, an Admin gets answers for %j and a superuser for %j',
  async (change, forAdmin, forSuperuser) => {
    await set(change);
    await expect.poll(() => answered(token)).toEqual(forAdmin);
    expect(await answered(superuserToken)).toEqual(forSuperuser);
  },
);

test.each(Object.entries(calls))(
  'the refusal of %s has the same words as its page',
  async (_, { feature, call }) => {
    await set({ visibility: 'none', timeline: false, classification: 'Garage' });
    await expect.poll(async () => (await call(token)).status).toBe(403);
    const { error } = await call(token);
    expect([error.code, error.detail]).toEqual([
      'not_allowed',
      `${spotFeatureRules[feature].whenOff}.`,
    ]);
  },
);
