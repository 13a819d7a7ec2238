import { createHash } from 'node:crypto';
import type { AppealDecision, AppealLanguage } from '@lotkeeper/contract/cars/appeals';
import { appealPath } from '@lotkeeper/contract/cars/appeals';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';
import type { AppealMessageKey } from '../../../records/cars/appeals.ts';
import { appealMessageJob } from '../../../records/cars/appeals.ts';
import { formatDay, messageTexts } from './appeal-message-texts.ts';
import { makeViolationOrderSweeper } from './violation-orders.queries.ts';

interface AppealToAnswer {
  code: string;
  property: string;
  email: string | null;
  phone: string | null;
  due_on: LocalDate;
  decision: AppealDecision | null;
  answer: string | null;
  language: AppealLanguage;
  amount: Cents;
}

/** The subject, the first sentence and the rest of a message. */
function compose(appeal: AppealToAnswer, event: AppealMessageKey['event']) {
  const { code, property, language, decision, amount } = appeal;
  const texts = messageTexts[language];
  const write = event === 'sent' ? texts.received : texts.decided;
  const head = {
    subject: write(texts.violation(code)),
    heading: write(texts.violation(code, property)),
    footer: texts.footer,
  };
  if (event === 'sent' || decision === null) {
    const paragraphs = [texts.dueBy(formatDay(appeal.due_on, language))];
    return { ...head, paragraphs, label: texts.seeAppeal };
  }
  return {
    ...head,
    paragraphs: [
      texts.decisions[decision](dollarsText(amount)),
      ...(appeal.answer?.split(/\n+/) ?? []),
    ],
    label: decision === 'waived' ? texts.seeDecision : texts.seeHowToPay,
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
  const { subject, heading, paragraphs, label, footer } = compose(appeal, event);
  const link = `${publicUrl}${appealPath(appeal.code)}`;
  const name = createHash('sha256')
    .update(`appeal ${organization_id} ${appeal_pk} ${event} ${medium}`)
    .digest('hex');
  const message = { medium, to, subject, key: `appeal-${name.slice(0, 32)}` };
  // A text has the decision but not the answer, which may be long.
  if (medium === 'sms')
    return { ...message, text: `${heading}. ${paragraphs[0] ?? ''} ${label}: ${link}` };
  const { language } = appeal;
  return {
    ...message,
    ...mailBody({ language, heading, paragraphs, action: { label, link }, footer }),
  };
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
        select v.code, s.name as property, a.email, a.phone, a.due_on, a.decision, a.answer, a.language,
          v.amount
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
