import { expect, test } from 'vitest';
import { HostList, isDatabaseUrl, listHostUrls } from './hosts.ts';

test('a URL with several hosts is split into one URL per host, each with its own port', () => {
  const url =
    'postgres://robin:sesame@a:5433,b/lots?target_session_attrs=read-write&sslmode=require';
  expect(listHostUrls(url)).toEqual([
    'postgres://robin:sesame@a:5433/lots?sslmode=require',
    'postgres://robin:sesame@b/lots?sslmode=require',
  ]);
  expect(listHostUrls('postgres://robin@a/lots?target_session_attrs=primary')).toEqual([
    'postgres://robin@a/lots',
  ]);
});

test('a URL may ask for a server that takes writes, but for no other kind', () => {
  expect(isDatabaseUrl('postgres://a:1,b:2/lots?target_session_attrs=read-write')).toBe(true);
  expect(isDatabaseUrl('postgres://a:1,b:2/lots?target_session_attrs=standby')).toBe(false);
  expect(isDatabaseUrl('postgres://a:1,b:port/lots')).toBe(false);
  expect(isDatabaseUrl('mysql://a,b/lots')).toBe(false);
});

test.each(['p@ss', 'p#ss', 'p?ss', 'p/ss', 'p%ss', 'p%zz'])(
  'the password %s must be percent-encoded',
  (password) => {
    expect(isDatabaseUrl(`postgres://robin:${password}@a/lots`)).toBe(false);
    expect(isDatabaseUrl(`postgres://robin:${encodeURIComponent(password)}@a/lots`)).toBe(true);
  },
);

test('the host that works is kept, and one that fails is followed by the next', async () => {
  const hosts = new HostList('postgres://a,b/lots');
  const attempted: string[] = [];
  const connect = async () => {
    attempted.push(hosts.url);
    if (hosts.url.includes('//a')) {
      hosts.skip(hosts.url);
      throw new Error('gone');
    }
  };
  await hosts.tryEach(connect);
  await hosts.tryEach(connect);
  expect(attempted).toEqual(['postgres://a/lots', 'postgres://b/lots', 'postgres://b/lots']);
});
