import { ECDH } from 'node:crypto';
import {
  listPushDevices,
  pushDeviceMessages,
  removePushDevice,
  ringPushDevice,
  savePushDevice,
  testPushDevice,
} from '@lotkeeper/contract/platform/push-devices';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { OutsideRules } from '../../../kernel/http/outside-request.ts';
import { checkOutsideUrl, OutsideFailure } from '../../../kernel/http/outside-request.ts';
import type { PushAddress } from '../../../kernel/messages/web-push.ts';
import { openAddress, openPushSender, sealAddress } from '../../../kernel/messages/web-push.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { endDevice, sendToDevice } from '../../../records/platform/push-devices.ts';
import {
  addDevice,
  confirmKnownDevice,
  listDevices,
  readDevice,
  setValetSpot,
} from './push-devices.queries.ts';

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  secretBox: SecretBox;
  outside: OutsideRules;
  publicUrl: string | undefined;
}

/** Test notifications that a person can have sent, and confirmations, in an hour. */
const testsPerHour = 20;
const confirmationsPerHour = 120;

/** Refuses addresses that nothing is sent to, and keys that nothing can be encrypted with. */
function requireUsable({ endpoint, keys }: PushAddress, outside: OutsideRules): void {
  try {
    checkOutsideUrl(endpoint, outside);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    throw wrongFields({ endpoint: error.message });
  }
  try {
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url');
  } catch {
    throw wrongFields({ 'keys.p256dh': pushDeviceMessages.badKeys });
  }
}

/** The browsers where somebody allowed notifications. */
export function pushDevicesRoutes(serve: Serve, deps: Deps): void {
  const { sql, limiter, secretBox, outside } = deps;
  const publicUrl = deps.publicUrl ?? 'https://localhost';
  const pushSender = openPushSender({ secretBox, outside, publicUrl: () => publicUrl });

  serve(listPushDevices, async ({ scope: { person } }) => ({
    public_key: pushSender.publicKey,
    devices: await listDevices(sql, person.pk),
  }));

  serve(savePushDevice, async ({ scope: { person }, session, body, request, now }) => {
    await limiter.enforce(`push devices ${person.pk}`, confirmationsPerHour, now, 'requests');
    requireUsable(body, outside);
    const device = {
      personPk: person.pk,
      sessionPk: session.pk,
      endpoint: body.endpoint,
      subscriptionSealed: sealAddress(secretBox, body),
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    };
    const save = body.is_new ? addDevice : confirmKnownDevice;
    return { pk: await save(sql, device, now) };
  });

  serve(testPushDevice, async ({ scope: { person }, params: { device: pk }, now }) => {
    const device = await readDevice(sql, person.pk, pk);
    await limiter.enforce(`push test ${person.pk}`, testsPerHour, now, 'requests');
    const address = device ? openAddress(secretBox, device.subscription_sealed) : null;
    const notification = {
      title: 'Notifications work',
      body: 'The alerts that you chose come to this device.',
      link: `${publicUrl}/`,
      tag: 'test',
    };
    const failure = await sendToDevice(
      { sql, clock: () => now, pushSender },
      { pk, personPk: person.pk, address },
      notification,
    ).then(
      () => null,
      (error: Error) => error.message,
    );
    return { failure };
  });

  serve(ringPushDevice, async ({ scope, params: { device: pk }, body: { is_on: isOn } }) => {
    const { person, spotPk } = scope;
    const isThere = await setValetSpot(sql, { personPk: person.pk, pk }, { spotPk, isOn });
    return { is_on: isThere && isOn };
  });

  serve(removePushDevice, async ({ scope: { person }, params: { device: pk } }) => {
    await endDevice(sql, person.pk, pk);
  });
}
