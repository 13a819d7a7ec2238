import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';

export const newPasskeyJob = defineJob<{ passkey_pk: number }>('mail_new_passkey', {
  waitsForOthers: true,
});

interface Owner {
  email: string | null;
  phone: string | null;
}

function buildMessage({ email, phone }: Owner, url: string): Message {
  const subject = 'A passkey was added to your Lotkeeper account';
  const advice =
    'If that wasn’t you, remove it on the page Your Account, and end your other sessions there.';
  if (email === null)
    return { medium: 'sms', to: phone ?? '', subject: '', text: `${subject}. ${advice}` };
  const body = mailBody({
    heading: subject,
    paragraphs: ['It signs you in without a code.'],
    action: { label: 'Your Account', link: `${url}/account` },
    footer: advice,
  });
  return { medium: 'email', to: email, subject, ...body };
}

/** Notifies a person that a passkey was added, unless it was removed since. */
export function makeNewPasskeyMailer(deps: {
  sql: SqlPool;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof newPasskeyJob> {
  return async ({ passkey_pk }) => {
    const [owner] = await deps.sql<Owner[]>`
      select p.email, p.phone from passkeys k join people p on p.pk = k.person_pk
      where k.pk = ${passkey_pk}`;
    if (owner) await deps.messenger.send(buildMessage(owner, deps.publicUrl()));
  };
}
