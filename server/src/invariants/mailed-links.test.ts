import { stopCallPath, stopPagePath } from '@lotkeeper/contract/money/letters';
import { expect, test } from 'vitest';
import { makeStopToken } from '../features/money/letters/stop-tokens.ts';
import { alertLinks } from '../features/platform/alerts/alert-links.ts';
import { makeAlert } from '../testing/alerts.factory.ts';
import { makeOrganization, signedInMember } from '../testing/people.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';

/** An Admin who gets alerts and letters, with the links in their mails. */
async function makeReader() {
  const at = await testApp({ now: '2026-06-15T19:00:00Z' });
  const { system: sql } = at.database;
  const organization = await makeOrganization(sql);
  const alertPk = await makeAlert(at, await makeSpot(sql, { organization }));
  const { pk: personPk } = await signedInMember(at, organization, 'ADMIN');
  const person = { organization_id: organization.pk, person_pk: personPk };
  const kinds = { email_kinds: ['camera_silent'], sms_kinds: [] };
  await sql`insert into alert_choices ${sql.values({ ...person, ...kinds })}`;
  const letter = { kind: 'weekly', chosen_at: at.clock(), sent_start: '2026-06-08' };
  await sql`insert into letter_choices ${sql.values({ ...person, ...letter })}`;
  const readChoices = () => sql`
    select (select json_agg(m) from alert_mutes m) as mutes, (select json_agg(c) from alert_choices c) as alerts,
      (select json_agg(l) from letter_choices l) as letters`;
  const key = { organizationId: organization.pk, personPk };
  const links = alertLinks(at.secretBox);
  const mute = links.issueMute({ ...key, alertPk });
  const unsubscribe = links.issueUnsubscribe(key);
  const stop = makeStopToken(at.secretBox, { ...person, kind: 'weekly' });
  return { at, readChoices, mute, unsubscribe, stop };
}

test('programs that open the links of a mail before its reader does, such as virus scanners, change nothing', async () => {
  const { at, readChoices, mute, unsubscribe, stop } = await makeReader();
  const before = await readChoices();
  for (const url of [
    `/mute/${mute}`,
    `/api/alerts/mute/${mute}/`,
    `/unsubscribe/${unsubscribe}`,
    `/unsubscribe/${unsubscribe}/`,
    stopPagePath(stop),
    stopCallPath(stop),
  ])
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      await at.app.inject({ method, url, headers: { accept: 'text/html' } });
      expect(await readChoices(), `${method} ${url}`).toEqual(before);
    }
});

test('the same links change what they are for when they are sent', async () => {
  const { at, readChoices, mute, unsubscribe, stop } = await makeReader();
  for (const [url, payload] of [
    [`/api/alerts/mute/${mute}/`, { for: 'day' }],
    [`/unsubscribe/${unsubscribe}`, {}],
    [stopCallPath(stop), {}],
  ] as const)
    expect((await at.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
  const [choices] = await readChoices();
  expect(choices).toMatchObject({
    mutes: { length: 1 },
    alerts: [{ email_kinds: [] }],
    letters: null,
  });
});
