import type { Role } from '@lotkeeper/contract/kernel/access';
import { lowerFirst } from '@lotkeeper/contract/kernel/format';
import { roleTexts } from '@lotkeeper/contract/people/team';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';

interface NewRole {
  organization: string;
  role: Role;
  email: string | null;
  phone: string | null;
}

function buildNewRoleMessage({ organization, role, email, phone }: NewRole, url: string): Message {
  const { label, description } = roleTexts[role];
  const subject = `You can now sign in to ${organization} on Lotkeeper`;
  if (email === null) {
    return { medium: 'sms', to: phone ?? '', subject: '', text: `${subject}: ${url}/login` };
  }
  return {
    medium: 'email',
    to: email,
    subject,
    ...mailBody({
      heading: subject,
      paragraphs: [
        `Your role is ${label}: ${lowerFirst(description)}.`,
        `Sign in with this email address, ${email}. A verification code will come by email; there is no password.`,
      ],
      action: { label: 'Sign in', link: `${url}/login` },
      footer: 'If you didn’t expect this, ignore this message.',
    }),
  };
}

export const newRoleJob = defineJob<{ organization_id: number; person_pk: number }>(
  'mail_new_role',
  { waitsForOthers: true },
);

/** Emails a person who got a role, unless it was removed since. */
function makeNewRoleMailer(deps: {
  openJobScope: (organizationId: number) => JobScope;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof newRoleJob> {
  return async ({ organization_id, person_pk }) => {
    const [newRole] = await deps.openJobScope(organization_id).read<NewRole[]>(
      (sql) => sql`
        select o.name as organization, m.role, m.email, m.phone
        from members m join organizations o on o.pk = m.organization_id
        where m.organization_id = ${organization_id} and m.person_pk = ${person_pk}
          and m.type = 'parking'`,
    );
    if (newRole) await deps.messenger.send(buildNewRoleMessage(newRole, deps.publicUrl()));
  };
}

export const superuserJobs = [handleJob(newRoleJob, makeNewRoleMailer)];
