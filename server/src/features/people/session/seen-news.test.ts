import { dismissNews, getProfile } from '@lotkeeper/contract/people/session';
import { expect, test } from 'vitest';
import { newsKeys } from '../../../kernel/news.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const organization = await makeOrganization(sql);

const readNews = async (token: string) => (await at.call(getProfile, {}, { token })).body.news;

test('a new account sees no news, and after an update what is new, until the person hides it', async () => {
  const { pk, token } = await signedInMember(at, organization, 'ADMIN');
  expect(await readNews(token)).toBeUndefined();
  // Before the update, all but the first two entries were there.
  const other = await signedInMember(at, organization, 'ADMIN');
  await sql`update people set seen_news = ${newsKeys.slice(2)}::text[] where pk = ${other.pk}`;
  const news = await readNews(other.token);
  expect([news?.entries.length, news?.more]).toEqual([2, []]);
  expect((await at.call(dismissNews, {}, { token: other.token })).status).toBe(204);
  expect(await readNews(other.token)).toBeUndefined();
  const [row] = await sql<{ seen_news: string[] }[]>`select seen_news from people where pk = ${pk}`;
  expect(row?.seen_news).toEqual(newsKeys);
});

test('an Admin from before there were news sees three entries; signing in again changes nothing', async () => {
  const { pk, token } = await signedInMember(at, organization, 'ADMIN');
  await sql`update people set seen_news = null where pk = ${pk}`;
  await at.sessions.start(pk, null);
  const news = await readNews(token);
  expect(news?.entries).toHaveLength(3);
  expect(news?.more.length).toBeGreaterThan(0);
});

test('who isn’t an Admin sees no news', async () => {
  const { pk, token } = await signedInMember(at, organization, 'EMPLOYEE');
  await sql`update people set seen_news = null where pk = ${pk}`;
  expect(await readNews(token)).toBeUndefined();
});
