import {
  propertyRequestMessages,
  requestProperty,
} from '@lotkeeper/contract/platform/property-requests';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const post = await startPost(at);

async function makeAdmin() {
  const organization = await makeOrganization(at.database.system, { name: 'Juniper Ridge' });
  const admin = await signedInMember(at, organization, 'ADMIN');
  const ask = (name: string, note?: string) => {
    const body = { name, address: '1 Main Street, Mesa', ...(note ? { note } : {}) };
    return at.call(requestProperty, { params: { id: String(organization.pk) }, body }, admin);
  };
  return { admin, ask };
}

test('an Admin’s property request sent twice reaches support as one email with the person and the organization', async () => {
  const { admin, ask } = await makeAdmin();
  await post.collect();
  expect((await ask('North lot', 'Opens in July')).status).toBe(204);
  expect((await ask('North lot', 'Opens in July')).status).toBe(204);
  const sent = await post.collect();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^property-request-[0-9a-f]{32}$/);
  expect(sent[0]).toMatchObject({
    to: 'support@lots.example',
    subject: 'Juniper Ridge asks for a new property',
  });
  for (const part of [
    'North lot',
    '1 Main Street, Mesa',
    'Opens in July',
    'Robin Reyes',
    admin.email,
  ]) {
    expect(sent[0]?.text).toContain(part);
  }
});

test('the sixth property request of a day is refused', async () => {
  const { ask } = await makeAdmin();
  for (let n = 1; n <= 5; n++) expect((await ask(`Lot ${n}`)).status).toBe(204);
  const { status, error } = await ask('Lot 6');
  expect([status, error.detail]).toEqual([429, propertyRequestMessages.tooMany]);
});

test('a property request without a name is refused with an error at the name', async () => {
  const { ask } = await makeAdmin();
  const { status, error } = await ask(' ');
  expect([status, error.fields]).toEqual([400, { name: 'Please enter a name' }]);
});
