import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { codeRules } from '@lotkeeper/contract/people/session';
import { liftSignInBlock, listMembers } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { enterCode, newAddress, startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { sessionDetectors } from './session.detectors.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const post = await startPost(at);

/** A member, and an Admin of the organization who sees and lifts blocks. */
async function makeTeam() {
  const organization = await makeOrganization(sql);
  const admin = await signedInMember(at, organization, 'ADMIN');
  const member = await signedInMember(at, organization, 'VALET');
  const id = String(organization.pk);
  const lift = (by = admin.token) =>
    at.call(liftSignInBlock, { params: { id, memberId: String(member.pk) } }, { token: by });
  const readBlock = async () => {
    const { body } = await at.call(listMembers, { params: { id } }, { token: admin.token });
    return body.find(({ pk }) => pk === member.pk)?.sign_in_blocked_until;
  };
  const findAlerts = () =>
    findProblems(sql, sessionDetectors({ backupDir: undefined }), {
      organization,
      now: at.clock(),
    });
  return { organization, member, lift, readBlock, findAlerts };
}

/** Lets strangers use up what they have: wrong guesses at codes that they ask for. */
async function guessTooOften(email: string): Promise<void> {
  for (let guessed = 0; guessed < codeRules.failuresPerDay; guessed += codeRules.tries) {
    await post.ask(email, { from: newAddress() });
    const wrong = post.code() === '000000' ? '111111' : '000000';
    for (let n = 0; n < codeRules.tries; n++) await enterCode(at, email, wrong);
    at.clock.forward(11 * minuteMs);
  }
}

const signIn = async (email: string) => {
  await post.ask(email, { from: newAddress() });
  return (await enterCode(at, email, post.code())).status;
};

test('an Admin sees that strangers block a member’s sign-in, and lifts it', async () => {
  const { member, lift, readBlock, findAlerts } = await makeTeam();
  expect([await readBlock(), await findAlerts()]).toEqual([null, []]);
  const began = at.clock();
  await guessTooOften(member.email);
  expect(await signIn(member.email)).toBe(400);
  expect(await readBlock()).toBe(began + dayMs);
  expect(await findAlerts()).toMatchObject([
    { kind: 'sign_in_blocked', subject: `person ${member.pk}`, facts: { name: 'Robin Reyes' } },
  ]);
  const stranger = await makeTeam();
  expect((await stranger.lift()).status).toBe(200);
  expect(await readBlock()).toBe(began + dayMs);
  const lifted = await lift();
  expect(lifted).toMatchObject({ status: 200, body: { sign_in_blocked_until: null } });
  expect([await readBlock(), await findAlerts()]).toEqual([null, []]);
  at.clock.forward(11 * minuteMs);
  expect(await signIn(member.email)).toBe(200);
  const audit = await sql`
    select act, subject_type from audit_entries where subject_pk = ${member.pk}`;
  expect(audit).toEqual([{ act: 'lift', subject_type: 'person' }]);
});

test('too many codes that strangers ask for are a block too, which ends by itself after a day', async () => {
  const { member, readBlock } = await makeTeam();
  const first = at.clock();
  for (let n = 0; n < codeRules.sendsPerDay; n++) {
    await post.ask(member.email, { from: newAddress() });
    at.clock.forward(61 * minuteMs);
  }
  expect(await readBlock()).toBe(first + dayMs);
  at.clock.forward(first + dayMs - at.clock());
  expect(await readBlock()).toBe(null);
});
