import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../../../kernel/data/database.ts';
import { queueMemberMessages } from '../../../records/platform/member-messages.ts';
import type { SendingEndpoint } from './claim-deliveries.ts';

const whys = {
  gone: 'It answered 410 Gone: the other system doesn’t want messages any more.',
  failing: 'It hasn’t taken anything for three days.',
} as const;

const whatNext = {
  gone: 'What happens from now on isn’t kept for it. If it should get messages again, resume the webhook:',
  failing:
    'What happens from now on waits for 30 days. Resume the webhook once the other system works again, and it gets everything in order:',
} as const;

/** Mails the Admins that nothing more is sent to an endpoint, and what they can do. */
export async function tellPaused(
  tx: Tx,
  publicUrl: string,
  endpoint: SendingEndpoint,
  reason: keyof typeof whys,
  now: Instant,
): Promise<void> {
  const { organization_id, pk, url } = endpoint;
  const admins = await tx<{ person_pk: number; name: string }[]>`
    select a.person_pk, o.name from affiliations a join organizations o on o.pk = a.organization_id
    where a.organization_id = ${organization_id} and a.role = 'ADMIN' and a.type = 'parking'
    order by a.person_pk`;
  const { hostname } = new URL(url);
  const page = `${publicUrl}/organization/${organization_id}/webhooks`;
  await queueMemberMessages(
    tx,
    admins.map(({ person_pk, name }) => ({
      organization_id,
      person_pk,
      medium: 'email',
      key: `webhook-${pk}-${now}-${person_pk}`,
      subject: `Webhook to ${hostname} paused`,
      text: `${name}: Lotkeeper paused the webhook to ${url}. ${whys[reason]}\n\n${whatNext[reason]}\n${page}\n`,
    })),
    now,
  );
}
