import type { AppealDecision, AppealDetail, SavedAnswer } from '@lotkeeper/contract/cars/appeals';
import {
  appealMessages,
  appealWaiver,
  assignAppeal,
  decideAppeal,
  getAppeal,
  listAppealAnswers,
  listAppeals,
  saveAppealAnswers,
} from '@lotkeeper/contract/cars/appeals';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import {
  changeAssignee,
  queueAppealMessages,
  recordDecision,
} from '../../../records/cars/appeals.ts';
import {
  lockViolations,
  reduceViolation,
  waiveByPerson,
} from '../../../records/cars/violations.ts';
import { queueVisitCounts } from '../../../records/cars/visits/visit-counts.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { toTicket } from '../violations/public.ts';
import { determineAppealState } from './appeal-state.rules.ts';
import type { AppealDetailRow, AppealRow, NamedPerson } from './appeals.queries.ts';
import {
  findAppeal,
  listAnswers,
  listAppealRows,
  listAssignments,
  listDeciders,
  readAppeal,
  readAppealedTicket,
} from './appeals.queries.ts';

function toListed({ decision, status, ...row }: AppealRow, now: Instant) {
  const state = determineAppealState(decision, status);
  const overdue = state === 'open' && row.due_on < toLocalDate(now, row.spot.timezone);
  return { ...row, state, overdue };
}

const conflict = (detail: string) => new Refusal('conflict', detail);

const endedMeanwhile = {
  Paid: appealMessages.paidMeanwhile,
  Waived: appealMessages.waivedMeanwhile,
};

/** Locks the violation of an appeal and reads both; refuses when nothing is left to decide. */
async function lockOpenAppeal(recorder: Recorder, pk: number): Promise<AppealDetailRow> {
  const { tx, organizationId } = recorder;
  const known = requireFound(await findAppeal(tx, organizationId, pk), 'appeal');
  await lockViolations(recorder, [known.violation_pk]);
  const appeal = requireFound(await findAppeal(tx, organizationId, pk), 'appeal');
  if (appeal.decision !== null) throw conflict(appealMessages.alreadyDecided);
  if (appeal.status !== 'Created') throw conflict(endedMeanwhile[appeal.status]);
  return appeal;
}

interface Decision {
  decision: AppealDecision;
  amount?: number | undefined;
  answer: string;
}

/** What a decision does to the violation; returns what the audit log says of it. */
async function applyDecision(
  recorder: Recorder,
  { appeal, person, uuid }: { appeal: AppealDetailRow; person: number; uuid: string },
  { decision, amount }: Decision,
  now: Instant,
): Promise<{ before: object; after: object }> {
  const before = { status: 'Created', amount: appeal.amount };
  if (decision === 'waived') {
    const waiver = { person, reason: appealWaiver };
    await waiveByPerson(recorder, { uuid, spot_pk: appeal.spot_pk }, waiver, now);
    return { before, after: { status: 'Waived', amount: appeal.amount, appeal: decision } };
  }
  if (decision === 'upheld' || amount === undefined)
    return { before, after: { ...before, appeal: decision } };
  if (amount >= appeal.amount) throw wrongFields({ amount: appealMessages.amount });
  await reduceViolation(recorder, appeal.violation_pk, cents(amount));
  return { before, after: { status: 'Created', amount, appeal: decision } };
}

/** Decides an appeal with an audit entry, and queues the answer. Of two people at once, one is refused. */
const decide = (scope: WholeOrganizationScope, pk: number, decision: Decision, now: Instant) =>
  withRecorder(scope, async (recorder) => {
    const appeal = await lockOpenAppeal(recorder, pk);
    const person = scope.person.pk;
    const [violation] = await recorder.tx<[{ uuid: string }]>`
      select uuid from violations
      where organization_id = ${scope.organizationId} and pk = ${appeal.violation_pk}`;
    const decider = { appeal, person, uuid: violation.uuid };
    const changes = await applyDecision(recorder, decider, decision, now);
    await recordDecision(recorder, { pk, person, ...decision }, now);
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'change',
      subject: 'violation',
      pk: appeal.violation_pk,
      ...changes,
    });
    await queueVisitCounts(recorder, [appeal.visit_pk]);
    await queueAppealMessages(recorder, appeal, 'decided', now);
    return appeal.spot_pk;
  });

interface Assignment {
  pk: number;
  assignee: NamedPerson | null;
  shown: BodyOf<typeof assignAppeal>['shown'];
}

const assign = (scope: WholeOrganizationScope, { pk, assignee, shown }: Assignment, now: Instant) =>
  withRecorder(scope, async (recorder) => {
    const appeal = await lockOpenAppeal(recorder, pk);
    await requireShown(recorder.tx, scope, shown, appeal, {
      subject: 'violation',
      pk: appeal.violation_pk,
      describe: (values) => ({ appeal_assignee: (values['assignee'] as NamedPerson | null)?.name }),
    });
    if ((appeal.assignee?.pk ?? null) === (assignee?.pk ?? null)) return;
    await changeAssignee(recorder, { pk, person: assignee?.pk ?? null });
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'change',
      subject: 'violation',
      pk: appeal.violation_pk,
      before: { appeal_assignee: appeal.assignee?.name ?? null },
      after: { appeal_assignee: assignee?.name ?? null },
    });
  });

/** Replaces the saved answers, with an audit entry that names them. */
const replaceAnswers = (
  scope: WholeOrganizationScope,
  { answers, shown }: BodyOf<typeof saveAppealAnswers>,
  now: Instant,
) =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    // Two Admins who save at once do so one after the other.
    await tx`select pk from organizations where pk = ${organizationId} for no key update`;
    const before = await tx<SavedAnswer[]>`
      select name, text from appeal_answers where organization_id = ${organizationId} order by position`;
    const listNames = (list: readonly SavedAnswer[]) => list.map(({ name }) => name).join(', ');
    await requireShown(
      tx,
      scope,
      shown,
      { answers: before },
      {
        subject: 'organization',
        pk: organizationId,
      },
    );
    await tx`delete from appeal_answers where organization_id = ${organizationId}`;
    const rows = answers.map((answer, position) => ({ ...answer, position }));
    await tx`
      insert into appeal_answers (organization_id, position, name, text)
      select ${organizationId}, position, name, text
      from json_to_recordset(${JSON.stringify(rows)}::text::json) a(position int, name text, text text)
      on conflict do nothing`;
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'organization',
      pk: organizationId,
      before: { appeal_answers: listNames(before) },
      after: { appeal_answers: listNames(answers) },
    });
  });

/** The queue of appeals: who deals with each, and what is decided. */
export function appealsRoutes(
  serve: Serve,
  { pictures, publish }: { pictures: PictureAddresses; publish: Publish },
): void {
  const readDetail = async (
    scope: WholeOrganizationScope,
    pk: number,
    now: Instant,
  ): Promise<AppealDetail> => {
    const row = requireFound(await readAppeal(scope, pk), 'appeal');
    const [ticket, assignments, staff] = await Promise.all([
      readAppealedTicket(scope, row.violation_pk),
      listAssignments(scope, row.violation_pk),
      listDeciders(scope),
    ]);
    const getImageUrl = (uuid: string) =>
      pictures.addressOf({ organization: scope.organizationId, uuid }, now);
    const { decided_at, decided_by, images, ...listed } = row;
    return {
      ...toListed(listed, now),
      ...listed,
      ticket: toTicket(requireFound(ticket, 'violation'), getImageUrl),
      images: images.map((uuid) => ({ url: getImageUrl(uuid) })),
      history: [
        { event: 'sent', at: row.sent_at, person: null, assignee: null },
        ...assignments.map(({ at, person, assignee }) => ({
          event: assignee === null ? ('unassigned' as const) : ('assigned' as const),
          at,
          person,
          assignee,
        })),
        ...(decided_at === null
          ? []
          : [{ event: 'decided' as const, at: decided_at, person: decided_by, assignee: null }]),
      ],
      staff,
    };
  };

  serve(listAppeals, async ({ scope, query, now }) => {
    const { count, results } = await listAppealRows(scope, query);
    return { count, results: results.map((row) => toListed(row, now)) };
  });

  serve(getAppeal, ({ scope, params, now }) => readDetail(scope, params.appeal, now));

  serve(assignAppeal, async ({ scope, params, body, now }) => {
    const staff = await listDeciders(scope);
    const assignee = staff.find(({ pk }) => pk === body.person) ?? null;
    if (body.person !== null && !assignee)
      throw wrongFields({ person: appealMessages.notAssignable });
    await assign(scope, { pk: params.appeal, assignee, shown: body.shown }, now);
    return readDetail(scope, params.appeal, now);
  });

  serve(decideAppeal, async ({ scope, params, body, now }) => {
    const spotPk = await decide(scope, params.appeal, body, now);
    publish('server:newRecords', { organizationId: scope.organizationId, pk: spotPk });
    return readDetail(scope, params.appeal, now);
  });

  serve(listAppealAnswers, async ({ scope }) => ({ answers: await listAnswers(scope) }));

  serve(saveAppealAnswers, async ({ scope, body, now }) => {
    await replaceAnswers(scope, body, now);
    return { answers: body.answers };
  });
}
