import { grants } from '@lotkeeper/contract/kernel/access';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import { must } from '../../kernel/must.ts';
import type { Location } from '../../testing/access.examples.ts';
import {
  callAs,
  endpoints,
  machines,
  makeProperty,
  makeRecords,
  mayCall,
  openAccessWorld,
  peoples,
  table,
} from '../../testing/access-world.ts';
import { makeApiKey } from '../../testing/api-keys.factory.ts';
import { scopeSource } from '../../testing/endpoints.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';

const world = await openAccessWorld();
const { at, own, foreign } = world;
const sql = at.database.system;

const accessOf = (name: string) => (endpoints.get(name) as Endpoint).access;
const reads = peoples.filter(
  (name) => endpoints.get(name)?.method === 'GET' && accessOf(name).scope !== 'superuser',
);
const ofProperty = reads.filter(
  (name) => accessOf(name).scope.includes('spot') && scopeSource(accessOf(name)),
);
const ofRecord = reads.filter((name) => accessOf(name).scope.includes('record'));

/** Reads that change what they answer, since they are logged or leave a session. */
const changing = [
  'downloadAuditEntries',
  'downloadAuditorPacket',
  'downloadClosePacket',
  'downloadPlateSearches',
  'downloadPrivacyRequest',
  'getPrivacyRequest',
  'listAuditEntries',
  'listAuditorLinks',
  'listOrganizationExports',
  'listPlateSearches',
  'listSessions',
];

/** Reads that answer an empty property the same: what they could mix up isn't there. */
const unfilled = [
  'getMultidayPricingHistory',
  'listExperimentDays',
  'listUnexplainedCauses',
  'listValidationVisits',
  'previewImportUndo',
];

/** Sends one of each item that programs send. */
async function send(spot: TestSpot): Promise<void> {
  const { key } = await makeApiKey(sql, { pk: spot.organization }, grants);
  for (const name of machines) {
    const input = JSON.stringify(table[name]?.input({ ...own, spot: String(spot.pk) }));
    const renamed = JSON.parse(input.replaceAll('ticket-1041', `item-${spot.pk}`)) as object;
    const { status } = await at.call(endpoints.get(name) as Endpoint, renamed, { token: key });
    expect(status, name).toBe(200);
  }
}

/** Asks as somebody who may; about the property where an example asks about its whole organization instead. */
async function read(name: string, place: Location): Promise<string> {
  if (accessOf(name).scope !== 'organization_or_spot') {
    const { status, response } = await callAs(
      world,
      mayCall(name, 'ADMIN') ? 'ADMIN' : 'Superuser',
      name,
      place,
    );
    return `${status} ${response.body}`;
  }
  const { organization: _, ...query } = must(table[name], name).input(place).query as Record<
    string,
    string
  >;
  const { status, response } = await at.call(
    endpoints.get(name) as Endpoint,
    { query: { ...query, spot: place.spot } },
    { token: await at.sessions.start(world.people.ADMIN, null) },
  );
  return `${status} ${response.body}`;
}

async function readAll(names: readonly string[], place = own): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const name of names) answers[name] = await read(name, place);
  return answers;
}

test('what another organization, property or record has changes no answer about ours', async () => {
  const organization = { pk: Number(own.organization) };
  const spot = { pk: Number(own.spot), uuid: world.ownByUuid.spot, organization: organization.pk };
  await send(spot);
  const before = await readAll(reads);
  const listChanged = async (names: readonly string[]) => {
    const after = await readAll(names.filter((name) => !changing.includes(name)));
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  };
  const timezone = 'America/New_York';
  const rival = { pk: Number(foreign.organization) };
  for (const [names, beside] of [
    [reads, rival],
    [ofProperty, organization],
  ] as const) {
    const other = await makeSpot(sql, { organization: beside, timezone });
    await makeProperty(at, other);
    await send(other);
    // Lists of what is recent have it.
    await sql`update visitor_imports set finished_at = ${at.clock()} where finished_at < ${at.clock()}`;
    expect(await listChanged(names)).toEqual([]);
  }
  await makeRecords(at, spot);
  expect(await listChanged(ofRecord)).toEqual([]);

  const empty = String((await makeSpot(sql, { organization })).pk);
  const blank = await readAll(ofProperty, { ...own, spot: empty });
  const said = (answer = '', pk: string) => answer.replaceAll(pk, 'PK');
  expect(
    ofProperty.filter((name) => said(before[name], own.spot) === said(blank[name], empty)),
  ).toEqual(ofProperty.filter((name) => unfilled.includes(name)));
});
