import { newestChangeHeader } from '@lotkeeper/contract/kernel/live';
import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { listMembers } from '@lotkeeper/contract/people/team';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, readOptions, refetchOutdated } from './queries.ts';
import { findNewestChange, isOutdated, noteEvent, noteMissedChanges } from './read-changes.ts';

const uuid = 'a3f1c2d4-0000-4000-8000-000000000007';
const reads = {
  byPk: readOptions(getSpotReport, { query: { spot: '7' } }),
  byUuid: readOptions(getSpotReport, { query: { spot: uuid } }),
  other: readOptions(getSpotReport, { query: { spot: '8' } }),
  organization: readOptions(getOrganization, { params: { id: '1' } }),
  spots: readOptions(listSpots, { query: { organization: '1', includeThirdParty: 'true' } }),
  team: readOptions(listMembers, { params: { id: '1' } }),
};
type Name = keyof typeof reads;

let asked: string[] = [];
let newest = 1000;

const answer = (address: string) => {
  asked.push(address);
  const spots = [
    { pk: 7, uuid },
    { pk: 8, uuid: 'another' },
  ];
  const body = address.startsWith('/api/spots?') ? spots : {};
  return new Response(JSON.stringify(body), { headers: { [newestChangeHeader]: String(newest) } });
};

const load = async () => {
  for (const read of Object.values(reads)) await queryClient.fetchQuery(read as never);
  asked = [];
};
const queryOf = (name: Name) => {
  const query = queryClient.getQueryCache().find({ queryKey: reads[name].queryKey, exact: true });
  if (!query) throw new Error(`Nothing was read of ${name}.`);
  return query;
};
const listOutdated = () =>
  (Object.keys(reads) as Name[]).filter((name) => isOutdated(queryOf(name)));

beforeEach(async () => {
  newest = 1000;
  vi.stubGlobal('fetch', async (address: string) => answer(address));
  await load();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('new records at a property make its reads stale, by pk and uuid, and those of its organization', () => {
  expect(listOutdated()).toEqual([]);
  noteEvent(queryClient, 'server:newRecords', 7);
  expect(listOutdated()).toEqual(['byPk', 'byUuid', 'organization', 'spots']);
});

test('a new visitor makes no figure stale', () => {
  noteEvent(queryClient, 'server:newVisitor', 7);
  expect(listOutdated()).toEqual([]);
});

test('stale reads that aren’t on the page are refetched when they are shown', async () => {
  noteEvent(queryClient, 'server:newRecords', 8);
  const close = new QueryObserver(queryClient, reads.other as never).subscribe(() => undefined);
  await expect.poll(() => isOutdated(queryOf('other'))).toBe(false);
  close();
  const again = new QueryObserver(queryClient, reads.other as never).subscribe(() => undefined);
  again();
  expect(asked).toEqual(['/api/reports/spots/?spot=8']);
});

test('stale reads on the page are refetched at once, and no others', async () => {
  const close = new QueryObserver(queryClient, reads.byPk as never).subscribe(() => undefined);
  noteEvent(queryClient, 'server:newRecords', 7);
  newest = 2000;
  refetchOutdated();
  await expect.poll(() => findNewestChange(queryOf('byPk'))).toBe(2000);
  expect(asked).toEqual(['/api/reports/spots/?spot=7']);
  expect(listOutdated()).toEqual(['byUuid', 'organization', 'spots']);
  close();
});

test('a change during a read leaves the read stale', async () => {
  const first = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string) => {
    await first.promise;
    return answer(address);
  });
  const loading = queryClient.fetchQuery({ ...(reads.byPk as object), staleTime: 0 } as never);
  noteEvent(queryClient, 'server:newRecords', 7);
  first.resolve();
  await loading;
  expect(isOutdated(queryOf('byPk'))).toBe(true);
});

test('changes before the page listened make reads stale by the time of the newest change', () => {
  noteMissedChanges(queryClient, [
    [7, 1000],
    [8, 1001],
  ]);
  expect(listOutdated()).toEqual(['other', 'organization', 'spots']);
});
