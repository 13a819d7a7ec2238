import { pushWorker } from '@lotkeeper/contract/kernel/push-worker';
import { savePushDevice } from '@lotkeeper/contract/platform/push-devices';
import icon from '../../../app/brand/icon-192.png';
import { ApiError, call } from '../../../kernel/api.ts';

/** Whether this browser can take notifications, and what is in the way. */
export type PushAbility =
  | 'possible'
  | 'blocked'
  | 'not on home screen'
  | 'not https'
  | 'impossible';

/** What a person can do about what is in the way. */
export const pushObstacles: Record<Exclude<PushAbility, 'possible'>, string> = {
  blocked:
    'This browser blocks notifications of Lotkeeper. Allow them in its settings for this site, and load this page again.',
  'not on home screen':
    'On an iPhone or iPad, add Lotkeeper to the home screen with the Share button, and open it from there.',
  'not https': 'Browsers show notifications only of sites with https.',
  impossible: 'This browser can’t show notifications.',
};

/** The worker asks each page where it is, to bring the one that a notification is about to the front. */
if ('serviceWorker' in navigator)
  navigator.serviceWorker.addEventListener('message', ({ ports }) =>
    ports[0]?.postMessage(location.href),
  );

/** iPads say that they are Macs, but Macs have no touch screens. */
const isAppleMobile = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function findPushAbility(): PushAbility {
  if (!isSecureContext) return 'not https';
  const hasAll =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasAll) return isAppleMobile() ? 'not on home screen' : 'impossible';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}
type WithTrustedTypes = Window & {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy };
};

let policy: ScriptUrlPolicy | undefined;

/** The worker's URL, as browsers with Trusted Types want it. The icon is a file whose name changes with it. */
function toWorkerUrl(): string {
  const url = `${pushWorker.path}?icon=${encodeURIComponent(icon)}`;
  const rules = { createScriptURL: () => url };
  policy ??=
    (window as WithTrustedTypes).trustedTypes?.createPolicy(pushWorker.policy, rules) ?? rules;
  return policy.createScriptURL(url);
}

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const hasKey = ({ options }: PushSubscription, key: string) =>
  options.applicationServerKey !== null && toBase64Url(options.applicationServerKey) === key;

/** Registers a subscription with the server; returns the device’s number, or null when it was removed elsewhere. */
async function saveSubscription(
  subscription: PushSubscription,
  is_new: boolean,
): Promise<number | null> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const body = { endpoint: subscription.endpoint, keys: { p256dh, auth }, is_new };
  return (await call(savePushDevice, { body })).pk;
}

/** What this browser already takes; null without permission, a worker or a subscription. */
async function findSubscription(): Promise<PushSubscription | null> {
  if (findPushAbility() !== 'possible' || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(pushWorker.path);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Confirms that this browser takes notifications. One that was removed elsewhere, or is subscribed with another key than
 * the one given, takes none any more. Returns the number of the device; null when notifications weren't allowed here.
 */
export async function confirmBrowser(key?: string): Promise<number | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const isUsable = key === undefined || hasKey(subscription, key);
  const pk = isUsable ? await saveSubscription(subscription, false) : null;
  if (pk === null) await subscription.unsubscribe();
  return pk;
}

/** Without a connection to its push service, a browser tries for ever and says nothing. */
const patienceMs = 30_000;
const failLater = () =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(new DOMException('No answer', 'TimeoutError'));
    setTimeout(fail, patienceMs);
  });

/** Starts the worker and subscribes this browser, with a key. */
async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(toWorkerUrl());
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !hasKey(old, key)) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Asks for permission and subscribes this browser with the server's key. Must be called by a click, before anything is
 * waited for; throws what `explainPushError` explains.
 */
export async function allowBrowser(readKey: () => Promise<string>): Promise<number | null> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new DOMException('Not granted', 'NotAllowedError');
  return saveSubscription(await Promise.race([readKey().then(subscribe), failLater()]), true);
}

/** Why a browser couldn't be subscribed, in words. */
export function explainPushError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if ((error as Error).name === 'NotAllowedError')
    return 'The browser didn’t allow notifications. Try again and choose Allow, or change it in the browser’s settings for this site.';
  return `The browser couldn’t reach its push service (${(error as Error).name}). Try again; some browsers have a setting for push messages.`;
}
