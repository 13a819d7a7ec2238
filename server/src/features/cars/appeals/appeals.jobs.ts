import { createHash } from 'node:crypto';
import type { AppealDecision } from '@lotkeeper/contract/cars/appeals';
import { appealPath } from '@lotkeeper/contract/cars/appeals';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';
import type { AppealMessageKey } from '../../../records/appeals.ts';
import { appealMessageJob } from '../../../records/appeals.ts';
import { makeViolationOrderSweeper } from './violation-orders.queries.ts';

interface AppealToAnswer {
  code: string;
  property: string;
  email: string | null;
  phone: string | null;
  due_on: LocalDate;
  decision: AppealDecision | null;
  answer: string | null;
  amount: Cents;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** June 29, 2026. */
const formatDay = (day: LocalDate) => dayFormat.format(startOfDay(day, 'UTC'));

/** What a decision means for the driver, in a sentence. */
const describeDecision = ({ decision, amount }: AppealToAnswer): string => {
  if (decision === 'waived') return 'The violation is waived: you owe nothing.';
  if (decision === 'reduced')
    return `The violation is reduced: you owe ${dollarsText(amount)} instead.`;
  return `The violation stands: you owe ${dollarsText(amount)}.`;
};

/** The subject, the first sentence and the rest of a message. */
function compose(appeal: AppealToAnswer, event: AppealMessageKey['event']) {
  const violation = `violation ${appeal.code} at ${appeal.property}`;
  if (event === 'sent')
    return {
      subject: `We received your appeal of violation ${appeal.code}`,
      heading: `We received your appeal of ${violation}`,
      paragraphs: [`We’ll answer by ${formatDay(appeal.due_on)}. Until then, you needn’t pay.`],
      label: 'See your appeal',
    };
  return {
    subject: `Your appeal of violation ${appeal.code} was decided`,
    heading: `Your appeal of ${violation} was decided`,
    paragraphs: [describeDecision(appeal), ...(appeal.answer?.split(/\n+/) ?? [])],
    label: 'See the decision',
  };
}

/** The message to a driver, the same for each retry; null if there is nobody to send it to. */
export function buildAppealMessage(
  appeal: AppealToAnswer,
  key: AppealMessageKey,
  publicUrl: string,
): Message | null {
  const { medium, event, appeal_pk, organization_id } = key;
  const to = medium === 'email' ? appeal.email : appeal.phone;
  if (!to) return null;
  const { subject, heading, paragraphs, label } = compose(appeal, event);
  const link = `${publicUrl}${appealPath(appeal.code)}`;
  const name = createHash('sha256')
    .update(`appeal ${organization_id} ${appeal_pk} ${event} ${medium}`)
    .digest('hex');
  const message = { medium, to, subject, key: `appeal-${name.slice(0, 32)}` };
  // A text has the decision but not the answer, which may be long.
  if (medium === 'sms')
    return { ...message, text: `${heading}. ${paragraphs[0] ?? ''} ${label}: ${link}` };
  const footer = 'If you didn’t send this appeal, ignore this message.';
  return { ...message, ...mailBody({ heading, paragraphs, action: { label, link }, footer }) };
}

/** The job of a message to a driver: sends what is stored when it runs. */
function makeAppealMessageSender(deps: {
  openJobScope: (organizationId: number) => JobScope;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof appealMessageJob> {
  return async (key) => {
    const [appeal] = await deps.openJobScope(key.organization_id).read<AppealToAnswer[]>(
      (sql) => sql`
        select v.code, s.name as property, a.email, a.phone, a.due_on, a.decision, a.answer, v.amount
        from appeals a
        join violations v on v.organization_id = a.organization_id and v.pk = a.violation_pk
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where a.organization_id = ${key.organization_id} and a.pk = ${key.appeal_pk}`,
    );
    const message = appeal && buildAppealMessage(appeal, key, deps.publicUrl());
    if (message) await deps.messenger.send(message);
  };
}

export const appealsJobs = [
  handleJob(appealMessageJob, makeAppealMessageSender),
  handleJob(defineJob('sweep_violation_orders', { every: minuteMs }), makeViolationOrderSweeper),
];
