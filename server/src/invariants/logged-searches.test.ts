import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint, Schema } from '@lotkeeper/contract/kernel/endpoint';
import { searchPages } from '@lotkeeper/contract/kernel/searches';
import { expect, test } from 'vitest';
import { contractEndpoints } from '../testing/endpoints.ts';

/** Names of fields that could look up a plate, a name, a phone or an email. */
const searching = /plate|search|term|phone|email|name|query|keyword|driver|owner|vehicle/i;

/** Calls with such a field that don't search for a plate or a driver. */
const others: Record<string, string> = {
  searchOrganizations: 'superusers find organizations by name',
  searchSpots: 'superusers find properties by name and address',
  checkPlateByKey: 'a key has no person, and the answer says nothing of the driver',
  searchPeople: 'superusers find accounts, of no organization in particular',
};

const endpoints = await contractEndpoints();
const privacy = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');
const listFields = (schema: Schema | undefined): string[] =>
  Object.keys((schema as { def?: { shape?: object } } | undefined)?.def?.shape ?? {});

const logged = [...endpoints].flatMap(([name, endpoint]) =>
  endpoint.logs ? [{ name, endpoint, logs: endpoint.logs }] : [],
);

test('every call with a field that plates or people can be searched by logs its searches', () => {
  const isSearch = ({ method, params, query }: Endpoint) =>
    method === 'GET' && [params, query].flatMap(listFields).some((field) => searching.test(field));
  const unlogged = [...endpoints].filter(
    ([, endpoint]) => isSearch(endpoint) && endpoint.logs === undefined,
  );
  expect(unlogged.map(([name]) => name)).toEqual(Object.keys(others).toSorted());
});

test('a logged call reads people of an organization, or acts on what it finds, and names a field of its query or body', () => {
  for (const { name, endpoint, logs } of logged) {
    const sent = endpoint.method === 'GET' ? endpoint.query : endpoint.body;
    expect(listFields(sent), name).toContain(logs.field);
    expect('roles' in endpoint.access && !('kiosks' in endpoint.access), name).toBe(true);
  }
});

/** Logged by what shows them, not by what is searched for. */
const loggedOtherwise = ['watched_plates'];

test('each page of the log is logged by one call, and docs/privacy.md lists each of these calls', () => {
  const pages = [...logged.map(({ logs }) => logs.page), ...loggedOtherwise];
  expect(pages.toSorted()).toEqual(Object.keys(searchPages).toSorted());
  for (const { endpoint, logs } of logged) {
    expect(privacy).toContain(`| \`${endpoint.path}\` | \`${logs.field}\` |`);
  }
  for (const name of Object.keys(others)) {
    expect(privacy).toContain(`\`${endpoints.get(name)?.path}\``);
  }
});
