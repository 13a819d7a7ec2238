import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { must } from '../../../kernel/must.ts';
import {
  changeValetSession,
  freeCodes,
  queueValetCodes,
  recordVerification,
} from '../../../records/operations/valet-sessions.ts';
import { changeRentals } from '../../../records/people/rental-changes.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { balanceAt, baseOfBalance, quoteHolds } from './balance.rules.ts';
import type { SessionName } from './valet.queries.ts';
import { isVerified, readSession } from './valet.queries.ts';
import { conflict, requireVerified, verifiedSince, withSession } from './valet-changes.ts';
import { enforceTextLimit } from './valet-codes.ts';
import { recordPaid, requireSettled, valetOrders, valetSource } from './valet-orders.queries.ts';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates } from './valet-rows.ts';

/** Refuses unless the car is here and no card is being charged for it. */
async function requireOpen(recorder: Recorder, { pk, status }: SessionRow): Promise<void> {
  if (status === 'pending') throw conflict(valetMessages.notCheckedIn);
  if (status === 'ended') throw conflict(valetMessages.ended);
  await requireSettled(recorder, pk);
}

interface Settlement {
  method: 'cash' | 'release';
  key: string;
  amount: Cents;
  quoted_at: Instant;
  person: number;
}

/** Settles what was owed at a given time without a payment processor; returns the order, which counts as paid. */
async function settle(
  { tx, organizationId }: Recorder,
  row: SessionRow,
  { method, person, ...money }: Settlement,
  now: Instant,
) {
  const rates = findSessionRates(row, money.quoted_at);
  const order = {
    ...money,
    session_pk: row.pk,
    base_price: baseOfBalance(row, rates, money.quoted_at),
  };
  const cells = {
    ...order,
    organization_id: organizationId,
    state: 'paid',
    processor: method,
    customer_ref: '',
    card_ref: '',
    asked_by: person,
    created_at: now,
    settled_at: now,
  };
  const [inserted] = await tx<{ pk: number }[]>`
    insert into valet_orders ${tx.values(cells)} returning pk`;
  return { ...order, pk: must(inserted, 'stored order').pk };
}

/** Records that a quoted balance was paid in cash, once. */
export const takeCash = (
  scope: SpotScope,
  name: SessionName,
  { balance, quoted_at }: { balance: Cents; quoted_at: number },
  now: Instant,
) =>
  withSession(scope, name, async (recorder, row) => {
    const key = `${row.uuid}-${quoted_at}-cash`;
    if (await valetOrders.findByKey(recorder, key)) return;
    await requireOpen(recorder, row);
    await requireVerified(recorder, row, scope, now);
    const at = quoted_at as Instant;
    const amount = balanceAt(row, findSessionRates(row, at), at);
    if (!quoteHolds(quoted_at, now) || amount !== balance)
      throw conflict(valetMessages.balanceChanged);
    if (amount === 0) return;
    const settlement = {
      method: 'cash',
      key,
      amount,
      quoted_at: at,
      person: scope.person.pk,
    } as const;
    const { tax } = await recordPaid(recorder, await settle(recorder, row, settlement, now), now);
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'add',
      subject: 'valet session',
      pk: row.pk,
      after: { amount, tax, reason: 'Paid in cash' },
    });
  });

/** Forgives what is owed, with a reason, and lets the caller check the car out without its code. */
export const release = (scope: SpotScope, name: SessionName, reason: string, now: Instant) =>
  withSession(scope, name, async (recorder, row) => {
    await requireOpen(recorder, row);
    const verification = { session_pk: row.pk, person_pk: scope.person.pk };
    const amount = balanceAt(row, findSessionRates(row, now), now);
    if (amount === 0 && (await isVerified(recorder, verification, verifiedSince(now)))) return;
    const key = `${row.uuid}-${now}-release`;
    const settlement = { key, amount, quoted_at: now, person: scope.person.pk };
    if (amount > 0) await settle(recorder, row, { method: 'release', ...settlement }, now);
    await recordVerification(recorder, verification, now);
    const after = { amount, reason };
    const entry = { act: 'release', subject: 'valet session', pk: row.pk, after } as const;
    await recordAuditEntry(recorder.tx, scope, now, entry);
  });

/** The audit log outlives the session: it has the end of a phone number only. */
const toEnding = (phone: string) => ({ phone: `…${phone.slice(-2)}` });

/** Gives a session another phone number, a new code and a new link; the same number changes nothing. */
export async function changePhone(
  limiter: Limiter,
  scope: SpotScope,
  { name, phone }: { name: SessionName; phone: string },
  now: Instant,
): Promise<SessionRow> {
  const known = await readSession(scope, name);
  if (known.status === 'ended') throw conflict(valetMessages.ended);
  if (known.phone === phone) return known;
  await enforceTextLimit(limiter, scope.person.pk, null, now);
  await enforceTextLimit(limiter, scope.person.pk, phone, now);
  return withSession(scope, { pk: known.pk }, async (recorder, row) => {
    if (row.status === 'ended') throw conflict(valetMessages.ended);
    if (row.phone === phone) return;
    const [code] = await freeCodes(recorder, 1);
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'change',
      subject: 'valet session',
      pk: row.pk,
      before: toEnding(row.phone),
      after: toEnding(phone),
    });
    if (row.rental !== null) {
      const rental = { source: valetSource, external_id: row.uuid };
      await changeRentals(recorder, [{ ...rental, changed_at: now, renter: { phone } }]);
    }
    const link_number = row.link_number + 1;
    await changeValetSession(recorder, row.pk, { phone, code: must(code, 'code'), link_number });
    await queueValetCodes(recorder, [row.pk], now);
  });
}

/** Records who fetches a car that its driver has asked for; the first to say so does. */
export const fetchCar = (scope: SpotScope, name: SessionName, now: Instant) =>
  withSession(scope, name, async (recorder, row) => {
    if (row.status !== 'active' || row.requested_at === null)
      throw conflict(valetMessages.notRequested);
    if (row.fetching_by === scope.person.pk) return;
    if (row.fetching_by !== null) throw conflict(`${row.fetcher ?? 'Someone'} is fetching it.`);
    const fetching = { fetching_since: now, fetching_by: scope.person.pk };
    await changeValetSession(recorder, row.pk, fetching);
  });
