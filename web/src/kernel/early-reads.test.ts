import {
  getDriverRequest,
  getValetSummary,
  listValetLots,
  listValetSessions,
} from '@lotkeeper/contract/operations/valet';
import { getProfile } from '@lotkeeper/contract/people/session';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';
import { clearToken, writeToken } from './auth-cookie.ts';
import { startEarlyReads } from './early-reads.ts';

const urls: string[] = [];
const answerWith = (status: number) =>
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return Response.json(status === 200 ? [] : { detail: 'No.', code: 'not_found' }, { status });
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  clearToken();
  urls.length = 0;
});

const readAll = () =>
  Promise.all([
    call(getProfile, {}),
    call(getOrganization, { params: { id: '7' } }),
    call(listSpots, { query: { organization: '7', includeThirdParty: 'true' } }),
  ]);

test('the reads that a page of an organization waits for start early, and aren’t repeated', async () => {
  answerWith(200);
  writeToken('a-token');
  startEarlyReads('/organization/7/spots/3/detail');
  expect(urls).toHaveLength(3);
  await readAll();
  expect(urls).toHaveLength(3);
  await readAll();
  expect(urls).toHaveLength(6);
});

test('the reads of the stand start early, and those of its lot once that is known', async () => {
  const lots = [
    { pk: 4, hidden: true },
    { pk: 5, hidden: false },
  ];
  vi.stubGlobal('fetch', async (url: string) => Response.json(urls.push(url) && lots));
  writeToken('a-token');
  startEarlyReads('/valet/7');
  await vi.waitFor(() => expect(urls).toHaveLength(5));
  await Promise.all([
    call(getProfile, {}),
    call(listValetLots, { query: { organization: '7' } }),
    call(listSpots, { query: { organization: '7', includeThirdParty: 'true' } }),
    call(getValetSummary, { query: { spot: '5' } }),
    call(listValetSessions, { query: { spot: '5', search: '', status: '', page: 1 } }),
  ]);
  expect(urls).toHaveLength(5);
});

test('the read of a driver’s page starts early, without a session', async () => {
  answerWith(200);
  startEarlyReads('/car/1.22.a-b_C');
  await call(getDriverRequest, { params: { token: '1.22.a-b_C' } });
  expect(urls).toHaveLength(1);
});

test.each(['/login', '/verify', '/auth/a-token', '/organization/7/spots/3/validation'])(
  'nothing is read early for %s',
  (path) => {
    answerWith(200);
    writeToken('a-token');
    startEarlyReads(path);
    expect(urls).toEqual([]);
  },
);

test('nothing is read early without a session, and nobody gets an answer to another one', async () => {
  answerWith(200);
  startEarlyReads('/organization/7/week');
  expect(urls).toEqual([]);
  writeToken('a-token');
  startEarlyReads('/organization/7/week');
  writeToken('another-token');
  await readAll();
  expect(urls).toHaveLength(6);
});

test('an early answer isn’t used 10 seconds later', async () => {
  vi.useFakeTimers();
  answerWith(200);
  writeToken('a-token');
  startEarlyReads('/organization/7/week');
  vi.advanceTimersByTime(10_000);
  await readAll();
  expect(urls).toHaveLength(6);
});

test('an early refusal is the failure of the read that takes it', async () => {
  answerWith(404);
  writeToken('a-token');
  startEarlyReads('/organization/7/week');
  await expect(call(getOrganization, { params: { id: '7' } })).rejects.toMatchObject({
    status: 404,
    message: 'No.',
  });
  expect(urls).toHaveLength(3);
});
