import { holdHours } from '@lotkeeper/contract/money/payouts';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob } from '../../../kernel/data/jobs.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';

interface BankChange {
  organization: string;
  email: string | null;
  phone: string | null;
  bank_name: string;
  bank_last_four: string;
}

function bankChangeMessage(bankChange: BankChange, supportEmail: string | null): Message {
  const contact = supportEmail === null ? 'contact support' : `write to ${supportEmail}`;
  const text = [
    `The bank account for payouts of ${bankChange.organization} was changed to ${bankChange.bank_name}, ending in ${bankChange.bank_last_four}.`,
    `Payouts are paused for ${holdHours} hours. If you didn’t make this change, ${contact} immediately.`,
  ];
  if (bankChange.email === null) {
    return { medium: 'sms', to: bankChange.phone ?? '', subject: '', text: text.join(' ') };
  }
  const subject = `The payout bank account of ${bankChange.organization} was changed`;
  return { medium: 'email', to: bankChange.email, subject, text: text.join('\n\n') };
}

export const bankChangeJob = defineJob<{ organization_id: number; person_pk: number }>(
  'mail_bank_change',
  { waitsForOthers: true },
);

/**
 * Notifies an Admin that payouts will go to another account (docs/security.md, 28). Skips people who are no longer
 * Admins.
 */
export function makeBankChangeMailer(deps: {
  openJobScope: (organizationId: number) => JobScope;
  messenger: Messenger;
  /** null = none is set up. */
  supportEmail: string | null;
}): JobHandler<typeof bankChangeJob> {
  return async ({ organization_id, person_pk }) => {
    const [bankChange] = await deps.openJobScope(organization_id).read<BankChange[]>(
      (sql) => sql`
        select o.name as organization, m.email, m.phone, a.bank_name, a.bank_last_four
        from payout_accounts a
        join organizations o on o.pk = a.organization_id
        join members m on m.organization_id = a.organization_id and m.person_pk = ${person_pk}
          and m.type = 'parking' and m.role = 'ADMIN'
        where a.organization_id = ${organization_id} and a.bank_ref is not null`,
    );
    if (bankChange) await deps.messenger.send(bankChangeMessage(bankChange, deps.supportEmail));
  };
}
