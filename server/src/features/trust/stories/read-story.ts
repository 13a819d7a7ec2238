import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Story } from '@lotkeeper/contract/trust/stories';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import { pickRate } from '../../../records/operations/set-prices.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import { listDisputes, toDisputeEvents } from './story-disputes.ts';
import type { ToImageUrl } from './story-events.rules.ts';
import { mergeEvents, toCar, toRental } from './story-events.rules.ts';
import type { FactsRow } from './story-facts.queries.ts';
import {
  listAuditEntries,
  listValetSessions,
  readFacts,
  readPricesAt,
} from './story-facts.queries.ts';
import { readMoney } from './story-money.queries.ts';
import { explainPrice, isPricedAtStart, listMoneyEvents, toMoney } from './story-money.rules.ts';
import type { Subject } from './story-rows.queries.ts';
import { listReads, listViolations, listVisits } from './story-rows.queries.ts';

/** The price in force at the property when a rental started. */
async function readRateAtStart(scope: SpotScope, facts: FactsRow): Promise<Rate | null> {
  const { set, events } = await readPricesAt(scope, facts.start_date);
  const stay = { from: facts.start_date, plateFold: plateFold(plateKey(facts.plate ?? '')) };
  return pickRate(set, { ...facts, timezone: scope.timezone }, stay, events);
}

/** What everyone who may read a story sees. */
async function readBase(scope: SpotScope, subject: Subject) {
  const [facts, visits, reads, violations, valetSessions] = await Promise.all([
    readFacts(scope, subject),
    listVisits(scope, subject),
    listReads(scope, subject),
    listViolations(scope, subject),
    listValetSessions(scope, subject),
  ]);
  return { facts, visits, reads, violations, valetSessions };
}

type StoryBase = Awaited<ReturnType<typeof readBase>>;

/** The money of a story and who changed it, which only Admins see. */
async function readAdminPart(scope: SpotScope, subject: Subject) {
  if (!mayReadMoney(scope)) return null;
  const [row, auditEntries, disputes] = await Promise.all([
    readMoney(scope, subject),
    listAuditEntries(scope, subject),
    listDisputes(scope, subject),
  ]);
  return { row, money: toMoney(row), auditEntries, disputes };
}

/** The price of an Admin's story. A rate stored when a stay was charged is certain, so no other is looked for. */
async function readPrice(scope: SpotScope, { facts, visits, valetSessions }: StoryBase) {
  const enforced = facts.auto_started ? visits.find(({ rate }) => rate !== null) : undefined;
  const valet = valetSessions.find(({ rate }) => rate !== null);
  const keptRate = enforced?.rate ?? valet?.rate ?? null;
  const rateAtStart =
    keptRate === null && isPricedAtStart(facts) ? await readRateAtStart(scope, facts) : null;
  return explainPrice(facts, { keptRate, rateAtStart });
}

const toViolation = (violation: StoryBase['violations'][number]) => {
  const { pk, uuid, code, status, amount, created_at, waived_reason, waived_by } = violation;
  return { pk, uuid, code, status, amount, created_at, waived_reason, waived_by };
};

/** The rows that make up a story. */
export async function readStoryRows(scope: SpotScope, subject: Subject) {
  const [base, admin] = await Promise.all([
    readBase(scope, subject),
    readAdminPart(scope, subject),
  ]);
  const price = admin ? await readPrice(scope, base) : null;
  return { ...base, admin, price };
}

export type StoryRows = Awaited<ReturnType<typeof readStoryRows>>;

/** Builds the story of a record from its rows. */
export function toStory(
  scope: SpotScope,
  { record }: Pick<Subject, 'record'>,
  rows: StoryRows,
  { toImageUrl, now }: { toImageUrl: ToImageUrl; now: Instant },
): Story {
  const { organizationId: organization, spotPk: pk, spotUuid: uuid, timezone } = scope;
  const { facts, visits, reads, violations, admin, price } = rows;
  const auditEntries = admin?.auditEntries ?? [];
  const moneyEvents = admin
    ? [
        ...listMoneyEvents(admin.row, admin.money),
        ...admin.disputes.flatMap((dispute) => toDisputeEvents(dispute, timezone)),
      ]
    : [];
  return {
    record,
    property: { pk, uuid, organization, name: facts.spot_name, timezone },
    car: toCar(facts),
    rental: toRental(facts),
    violations: violations.map(toViolation),
    money: admin?.money ?? null,
    price,
    events: mergeEvents({ ...rows, auditEntries, moneyEvents }, toImageUrl, now),
    not_listed: {
      visits: (visits[0]?.total ?? 0) - visits.length,
      reads: (reads[0]?.total ?? 0) - reads.length,
      entries: admin ? admin.row.total - admin.money.entries.length : 0,
      audit_entries: (auditEntries[0]?.total ?? 0) - auditEntries.length,
    },
  };
}
