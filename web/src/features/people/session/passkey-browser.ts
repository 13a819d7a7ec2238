import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  logInWithPasskey,
} from '@lotkeeper/contract/people/passkeys';
import { call } from '../../../kernel/api.ts';

const loadLibrary = () => import('@simplewebauthn/browser');

/** What the person sees when the browser's own dialog ended without an answer. */
const wasCanceled = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

const canceled =
  'Nothing was changed: the passkey was canceled, or this device has none for this site.';

async function askBrowser<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (wasCanceled(error)) throw new Error(canceled, { cause: error });
    if (error instanceof Error && error.name === 'InvalidStateError')
      throw new Error('This device has a passkey of yours already.', { cause: error });
    throw error;
  }
}

/** Lets the browser make a passkey, and adds it under a name. */
export async function makePasskey(name: string) {
  const { startRegistration } = await loadLibrary();
  const { options } = await call(beginPasskey, {});
  const response = await askBrowser(() => startRegistration({ optionsJSON: options as never }));
  return call(addPasskey, { body: { name, response: { ...response } } });
}

/** Lets the browser answer with a passkey, to sign in or to confirm. */
export async function answerWithPasskey(): Promise<Record<string, unknown>> {
  const { startAuthentication } = await loadLibrary();
  const { options } = await call(challengePasskey, {});
  return { ...(await askBrowser(() => startAuthentication({ optionsJSON: options as never }))) };
}

/** Signs in with a passkey; resolves to the session's token. */
export async function signInWithPasskey(): Promise<string> {
  const response = await answerWithPasskey();
  return (await call(logInWithPasskey, { body: { response } })).token;
}
