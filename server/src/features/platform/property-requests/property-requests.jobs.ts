import type { Sql } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';

interface Sender {
  organization: string;
  person: string;
  email: string | null;
  phone: string | null;
}

interface PropertyRequest {
  organization_id: number;
  person_pk: number;
  key: string;
  name: string;
  address: string;
  note: string;
}

export const propertyRequestJob = defineJob<PropertyRequest>('mail_property_request', {
  waitsForOthers: true,
});

function writeMail(
  { organization, person, email, phone }: Sender,
  request: PropertyRequest,
  supportEmail: string,
): Message {
  const { name, address, note, key } = request;
  const contact = [email, phone].filter((value) => value !== null).join(', ');
  return {
    medium: 'email',
    to: supportEmail,
    subject: `${organization} asks for a new property`,
    key: `property-request-${key}`,
    ...mailBody({
      heading: `${organization} asks for a new property`,
      paragraphs: [
        `Property: ${name}`,
        `Address: ${address}`,
        ...(note ? [`Note: ${note}`] : []),
        `Sent by ${person} (${contact}), Admin of ${organization} (organization ${request.organization_id}).`,
      ],
      footer: 'Sent from the property list of Lotkeeper.',
    }),
  };
}

/** Mails an Admin's request to support. A retry after a crash sends the same mail with the same key. */
function makePropertyRequestMailer(deps: {
  sql: Sql;
  messenger: Messenger;
  supportEmail: string;
}): JobHandler<typeof propertyRequestJob> {
  return async (request) => {
    const [sender] = await deps.sql<Sender[]>`
      select o.name as organization, p.first_name || ' ' || p.last_name as person, p.email, p.phone
      from organizations o, people p
      where o.pk = ${request.organization_id} and p.pk = ${request.person_pk}`;
    if (sender) await deps.messenger.send(writeMail(sender, request, deps.supportEmail));
  };
}

export const propertyRequestsJobs = [handleJob(propertyRequestJob, makePropertyRequestMailer)];
