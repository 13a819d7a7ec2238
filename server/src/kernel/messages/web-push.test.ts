import { expect, test } from 'vitest';
import { openPushService } from '../../testing/push-service.ts';
import { createSecretBox } from '../access/secrets.ts';
import { FinalFailure } from '../data/jobs.ts';
import type { PushNotification } from './web-push.ts';
import { openPushSender, PushAddressGone } from './web-push.ts';

const service = await openPushService();
const secretBox = createSecretBox('a secret key of some length for tests');
const deps = {
  secretBox,
  outside: { allowPrivate: false },
  publicUrl: () => 'https://lots.example',
  send: service.send,
};
const sender = openPushSender(deps);
const notification: PushNotification = {
  title: 'Camera “Entrance” at Main Garage is silent',
  body: 'Since 2:05 PM. It probably cost $120 so far.',
  link: 'https://lots.example/organization/3/cameras',
  tag: 'alert-17',
};

test('a browser can read what it gets, and the push service knows who sent it', async () => {
  const address = service.subscribe('/one');
  await sender.send(address, notification);
  expect(service.received).toEqual([
    {
      path: '/one',
      sender: { key: sender.publicKey, contact: 'https://lots.example' },
      headers: expect.objectContaining({
        'content-encoding': 'aes128gcm',
        ttl: '604800',
        urgency: 'high',
      }),
      notification: {
        web_push: 8030,
        notification: {
          title: notification.title,
          body: notification.body,
          navigate: notification.link,
          tag: 'alert-17',
        },
      },
    },
  ]);
});

test('the key is that of the installation, also after a restart', () => {
  expect(openPushSender(deps).publicKey).toBe(sender.publicKey);
  const other = createSecretBox('another secret key of some length for tests');
  expect(openPushSender({ ...deps, secretBox: other }).publicKey).not.toBe(sender.publicKey);
});

test('the longest texts fit, whatever their characters', async () => {
  const address = service.subscribe('/long');
  for (const character of ['a', 'é', '停', '🅿️', '\u0007', '"'])
    await sender.send(address, {
      ...notification,
      title: character.repeat(3000),
      body: character.repeat(3000),
    });
  expect(service.received.filter(({ path }) => path === '/long')).toHaveLength(6);
});

test.each([
  [404, '', PushAddressGone, 'The device takes no notifications any more and was removed.'],
  [410, '', PushAddressGone, 'The device takes no notifications any more and was removed.'],
  [
    403,
    '{"reason":"BadJwtToken"}\u0000\n<b>',
    FinalFailure,
    'The browser’s push service refused the notification (403 {"reason":"BadJwtToken"} <b>).',
  ],
  [413, '', FinalFailure, 'The browser’s push service refused the notification (413).'],
  [429, '', Error, 'The browser’s push service is busy or down (429).'],
  [503, 'x', Error, 'The browser’s push service is busy or down (503).'],
  [302, '', Error, 'The browser’s push service: It answered with a redirect (302)'],
])('an answer %d with “%s” is said in words', async (status, answer, kind, message) => {
  Object.assign(service.state, { status, answer });
  const error = await sender.send(service.subscribe('/bad'), notification).then(
    () => null,
    (failure: Error) => failure,
  );
  Object.assign(service.state, { status: 201, answer: '' });
  expect(error?.message).toContain(message);
  expect(error?.constructor).toBe(kind);
});

test('nothing goes to private addresses, and keys that aren’t keys end it', async () => {
  const { keys } = service.subscribe('/two');
  const { send: _, ...real } = deps;
  const realSender = openPushSender(real);
  await expect(
    realSender.send({ endpoint: 'https://127.0.0.1/push', keys }, notification),
  ).rejects.toThrow('private or reserved address');
  const wrongKeys = { p256dh: `B${'A'.repeat(86)}`, auth: keys.auth };
  await expect(
    sender.send({ endpoint: 'https://push.example/two', keys: wrongKeys }, notification),
  ).rejects.toBeInstanceOf(FinalFailure);
});
