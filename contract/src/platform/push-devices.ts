import * as z from 'zod/mini';
import { atSpot, signedIn, valetRoles } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, pk, pkOrUuidText, pkText } from '../kernel/fields.ts';

/** Devices that a person can have; a further one takes the place of the one that was not used for longest. */
export const maxPushDevices = 10;

export const pushDeviceMessages = {
  badAddress: 'This isn’t an address that a browser gives.',
  badKeys: 'These aren’t keys that a browser gives.',
} as const;

/** A browser where a person allowed notifications; timestamps in ms since 1970. */
const pushDevice = z.object({
  pk: z.int(),
  user_agent: z.nullable(z.string()),
  created_at: z.int(),
  sent_at: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  valet_spots: z.array(z.int()),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push_devices/',
  summary: 'The browsers where the caller allowed notifications, newest first',
  access: signedIn,
  answer: z.object({ public_key: z.string(), devices: z.array(pushDevice) }),
  failure: 'Could not fetch your devices',
});

const key = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), pushDeviceMessages.badKeys));

export const savePushDevice = endpoint({
  method: 'POST',
  path: '/api/push_devices/',
  summary: 'Has notifications sent to a browser, or confirms that it takes them',
  access: signedIn,
  body: z.strictObject({
    endpoint: z.string().check(
      atMost(1500, pushDeviceMessages.badAddress),
      z.refine(
        (url) => url.startsWith('https://') && URL.canParse(url),
        pushDeviceMessages.badAddress,
      ),
    ),
    keys: z.strictObject({ p256dh: key(87), auth: key(22) }),
    is_new: z.boolean(),
  }),
  answer: z.object({ pk: z.nullable(z.int()) }),
  failure: 'Could not switch on notifications',
});

export const testPushDevice = endpoint({
  method: 'POST',
  path: '/api/push_devices/:device/test/',
  summary: 'Sends a notification to a browser now',
  access: signedIn,
  params: z.strictObject({ device: pkText }),
  answer: z.object({ failure: z.nullable(z.string()) }),
  failure: 'Could not send a notification',
});

export const ringPushDevice = endpoint({
  method: 'PUT',
  path: '/api/push_devices/:device/valet/',
  summary: 'Has a browser notified when a driver at a valet stand asks for the car, or ends that',
  access: atSpot('body.spot', valetRoles),
  params: z.strictObject({ device: pkText }),
  body: z.strictObject({ spot: z.union([pk, pkOrUuidText]), is_on: z.boolean() }),
  answer: z.object({ is_on: z.boolean() }),
  failure: 'Could not change whether this phone rings',
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push_devices/:device/',
  summary: 'Ends the notifications of a browser',
  access: signedIn,
  params: z.strictObject({ device: pkText }),
  failure: 'Could not switch off notifications',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  public_key:
    'The key of this installation, which a browser needs to take its notifications (VAPID).',
  devices: 'The browsers, newest first.',
  pk: 'The number of the device.',
  user_agent: 'The browser, as it calls itself.',
  created_at: 'When notifications were allowed, in milliseconds since 1970.',
  sent_at: 'When the last notification was taken, in milliseconds since 1970; null = none yet.',
  failure: 'Why the last notification wasn’t taken; null if it was.',
  valet_spots:
    'The properties whose valet stand notifies this browser when a driver asks for the car.',
  is_on: 'Whether the browser is notified. It isn’t if it is no longer one of the caller’s.',
  endpoint: 'The address of the browser at its push service, as the browser gives it.',
  keys: 'The keys of the browser’s subscription, as the browser gives them.',
  p256dh: 'The public key.',
  auth: 'The secret.',
  is_new: 'Whether the caller just allowed it. Otherwise only a device of the caller is confirmed.',
  'savePushDevice.pk': 'The number of the device; null if it isn’t one of the caller’s any more.',
  ':path.device': ['The device, by its number.', '4'],
};
