import { chooseLetter, getLetterChoices, letterMessages } from '@lotkeeper/contract/money/letters';
import { getProfile, requestCode } from '@lotkeeper/contract/people/session';
import {
  getMessageServers,
  getSetup,
  removeMessageServer,
  saveMailServer,
  saveTextServer,
  sendTestMessage,
  serverMessages,
} from '@lotkeeper/contract/platform/setup';
import { expect, test } from 'vitest';
import { mailServer } from '../../../testing/mail-server.ts';
import {
  makeOrganization,
  signedInMember,
  signedInSuperuser,
} from '../../../testing/people.factory.ts';
import { listTablesWith } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';

const now = '2026-06-15T19:00:00Z';

async function openWorld(settings: Record<string, string> = {}) {
  const at = await testApp({ now, settings });
  const organization = await makeOrganization(at.database.system);
  const admin = await signedInMember(at, organization, 'ADMIN');
  const superuser = await signedInSuperuser(at);
  const id = String(organization.pk);
  return {
    at,
    admin,
    superuser,
    id,
    save: (port: number, more: object = {}) =>
      at.call(
        saveMailServer,
        {
          body: {
            host: '127.0.0.1',
            port,
            user: null,
            password: null,
            sender: 'no-reply@lots.example',
            sender_name: 'Lots',
            ...more,
          },
        },
        superuser,
      ),
    read: async () => (await at.call(getMessageServers, {}, superuser)).body,
    sends: async () => {
      const { sends } = (await at.call(getSetup, { params: { id } }, admin)).body;
      // Pages of all roles know it by the profile.
      expect((await at.call(getProfile, {}, admin)).body.sends).toEqual(sends);
      return sends;
    },
  };
}

test('an email server that takes a test message is set, is used at once, and its password is sealed', async () => {
  const { mails, port } = await mailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'lots@example' && password === 'p@ss/w:rd'
        ? done(null, { user: username })
        : done(new Error('no')),
  });
  const { at, admin, superuser, id, save, read, sends } = await openWorld();
  expect(await read()).toEqual({ email: null, sms: null });
  const user = { user: 'lots@example', password: 'p@ss/w:rd' };
  expect((await save(port, user)).body).toEqual({ to: superuser.email });
  expect(mails).toMatchObject([{ from: 'no-reply@lots.example', to: [superuser.email] }]);
  expect(await read()).toEqual({
    email: {
      host: '127.0.0.1',
      port,
      user: 'lots@example',
      from: 'Lots <no-reply@lots.example>',
      is_fixed: false,
    },
    sms: null,
  });
  expect(await sends()).toEqual({ email: true, sms: false });
  const test = { params: { id }, body: { medium: 'email' as const } };
  expect((await at.call(sendTestMessage, test, admin)).status).toBe(200);
  expect(mails).toHaveLength(2);
  expect(await listTablesWith(at.database.system, 'p@ss/w:rd')).toEqual([]);
  const params = { medium: 'email' as const };
  expect((await at.call(removeMessageServer, { params }, superuser)).status).toBe(204);
  expect(await sends()).toEqual({ email: false, sms: false });
});

test('an email server that takes no message isn’t set, and the reason is said with its own last line', async () => {
  const { at, superuser, save, read } = await openWorld();
  expect((await save(9)).error).toEqual({
    code: 'conflict',
    detail: 'Nothing was saved. Nothing answers at 127.0.0.1, port 9.',
  });
  const { port } = await mailServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('who are you'), { responseCode: 553 })),
  });
  expect((await save(port)).error.detail).toBe(
    'Nothing was saved. 127.0.0.1 refused the sender’s address (553). It answered: “553 who are you”',
  );
  expect(await read()).toEqual({ email: null, sms: null });
  const text = { url: 'http://127.0.0.1:9/', token: 'x', from: 'Lots' };
  expect((await at.call(saveTextServer, { body: text }, superuser)).error.detail).toBe(
    'Your account has no phone number.',
  );
});

test('a server of the environment is shown, and can’t be changed on the page', async () => {
  const { at, superuser, save, read } = await openWorld({
    SMTP_URL: 'smtp://lots:secret@mail.example.com',
    MAIL_FROM: 'no-reply@lots.example',
  });
  expect(await read()).toEqual({
    email: {
      host: 'mail.example.com',
      port: 587,
      user: 'lots',
      from: 'no-reply@lots.example',
      is_fixed: true,
    },
    sms: null,
  });
  expect((await save(9)).error).toEqual({ code: 'not_allowed', detail: serverMessages.fixed });
  const params = { medium: 'email' as const };
  expect((await at.call(removeMessageServer, { params }, superuser)).status).toBe(403);
});

test('a page that sends a code says where it is, alike for known and unknown usernames', async () => {
  const { at, admin, save } = await openWorld();
  const ask = async (username: string) =>
    (await at.call(requestCode, { body: { username, phone_country_code: '+1' } })).body;
  expect(await ask(admin.email)).toMatchObject({ medium: 'emailed', in_outbox: true });
  expect(await ask('nobody@example.com')).toMatchObject({ medium: 'emailed', in_outbox: true });
  expect(await ask('6025550147')).toMatchObject({ medium: 'texted', in_outbox: true });
  const { port } = await mailServer();
  await save(port);
  expect(await ask('nobody@example.com')).toMatchObject({ medium: 'emailed', in_outbox: false });
});

test('a letter can’t be chosen while nothing sends it', async () => {
  const { at, admin, id, save } = await openWorld();
  const params = { orgId: id };
  const choose = () =>
    at.call(chooseLetter, { params, body: { kind: 'weekly', is_chosen: true } }, admin);
  expect((await at.call(getLetterChoices, { params }, admin)).body.is_mail_sent).toBe(false);
  expect((await choose()).error.detail).toBe(letterMessages.noMail);
  const { port } = await mailServer();
  await save(port);
  expect((await choose()).body).toMatchObject({ is_mail_sent: true, chosen: { weekly: true } });
});
