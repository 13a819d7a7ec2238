import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeProportion } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { Sql, Tx } from '../../kernel/data/database.ts';

/** What a charge is of, and what comes back of it: a rental or a violation. */
export type ChargeOwner =
  | { rental_pk: number; violation_pk: null }
  | { rental_pk: null; violation_pk: number };

/** The source of the ledger entries of violations that drivers paid by card, and of what came back of them. */
export const violationPaymentSource = 'enforcement';

/** One of our charges. */
export type CardCharge = ChargeOwner & {
  organization_id: number;
  spot_pk: number;
  rental_type: RentalType;
  /** The source of its ledger entries. A rental has it too. */
  source: string;
  /** The external id of the rental; of a violation, that of its payment. */
  external_id: string;
  charge_ref: string;
  amount: Cents;
  /** Included in the amount. */
  tax: Cents;
  charged_at: Instant;
};

const chargeColumns = (sql: Sql) => sql`
  o.organization_id, l.spot_pk, l.rental_pk, l.violation_pk, l.rental_type, l.source,
  o.processor_ref as charge_ref, l.gross as amount, l.tax, l.occurred_at as charged_at`;

const selectRentalCharges = (sql: Sql) => sql`
  select ${chargeColumns(sql)}, r.external_id
  from valet_orders o
  join valet_sessions v on v.organization_id = o.organization_id and v.pk = o.session_pk
  join live_rentals r on r.organization_id = o.organization_id and r.pk = v.rental_pk
  join ledger_entries l on l.organization_id = o.organization_id and l.source = r.source
    and l.external_id = o.key`;

const selectViolationCharges = (sql: Sql) => sql`
  select ${chargeColumns(sql)}, o.key as external_id
  from violation_orders o
  join ledger_entries l on l.organization_id = o.organization_id and l.source = ${violationPaymentSource}
    and l.external_id = o.key`;

/** The charges of a rental or a violation by a processor, oldest first. */
export const listCharges = (
  sql: Sql,
  organizationId: number,
  { rental_pk, violation_pk }: ChargeOwner,
  processor: string,
): Promise<CardCharge[]> => sql<CardCharge[]>`
  ${rental_pk === null ? selectViolationCharges(sql) : selectRentalCharges(sql)}
  where o.organization_id = ${organizationId} and o.processor = ${processor} and o.state = 'paid'
    and ${rental_pk === null ? sql`o.violation_pk = ${violation_pk}` : sql`v.rental_pk = ${rental_pk}`}
  order by l.occurred_at, o.pk`;

/** The card charge with this id at the processor. */
export async function findCharge(
  sql: Sql,
  { processor, chargeRef }: { processor: string; chargeRef: string },
): Promise<CardCharge | undefined> {
  for (const selectCharges of [selectRentalCharges, selectViolationCharges]) {
    const [row] = await sql<CardCharge[]>`
      ${selectCharges(sql)}
      where o.processor = ${processor} and o.processor_ref = ${chargeRef} and o.state = 'paid'`;
    if (row) return row;
  }
  return undefined;
}

/** Locks what a charge is of, so that its returns are recorded one after another. */
export async function lockOwner(
  tx: Tx,
  organizationId: number,
  { rental_pk, violation_pk }: ChargeOwner,
): Promise<void> {
  await tx`
    select pk from ${tx.identifier(rental_pk === null ? 'violations' : 'rentals')}
    where organization_id = ${organizationId} and pk = ${rental_pk ?? violation_pk}
    for no key update`;
}

/** How often a dispute can be lost and won again: more than any bank's rules allow. */
const maxRounds = 5;

/** The external ids of a return and of the entry that reverses it, each time that it happens. */
export const listRounds = (ref: string) =>
  Array.from({ length: maxRounds }, (_, index) => {
    const name = index === 0 ? ref : `${ref}-${index + 1}`;
    return { name, back: `${name}-back` };
  });

/** All names that the entries of a return may have. */
export const listReturnNames = (ref: string) =>
  listRounds(ref).flatMap(({ name, back }) => [name, back]);

/** Records which charge a processor's refund belongs to. */
export async function keepRefund(
  sql: Sql,
  { organization_id, rental_pk, charge_ref }: CardCharge,
  ref: string,
): Promise<void> {
  await sql`
    insert into charge_refunds (organization_id, ref, rental_pk, charge_ref)
    values (${organization_id}, ${ref}, ${rental_pk}, ${charge_ref})
    on conflict (organization_id, ref) do nothing`;
}

interface ReturnedEntry {
  external_id: string;
  amount: Cents;
  tax: Cents;
}

/** The ledger entries of these returns; reversals are negative. */
export async function listReturnedEntries(
  sql: Sql,
  { organization_id, source }: Pick<CardCharge, 'organization_id' | 'source'>,
  names: readonly string[],
): Promise<ReturnedEntry[]> {
  return sql<ReturnedEntry[]>`
    select external_id, refund - gross as amount, -tax as tax from ledger_entries
    where organization_id = ${organization_id} and source = ${source}
      and external_id = any (${names}::text[])`;
}

/**
 * The returns of a charge in the ledger: its disputes, and the refunds that were made here or reported by an event. A
 * refund entry names the processor's refund; `charge_refunds` maps that to its charge.
 */
export async function listReturns(sql: Sql, charge: CardCharge): Promise<ReturnedEntry[]> {
  const { organization_id, charge_ref } = charge;
  const names = await sql<{ ref: string }[]>`
    select ref from charge_refunds where organization_id = ${organization_id} and charge_ref = ${charge_ref}
    union all
    select ref from disputes where organization_id = ${organization_id} and charge_ref = ${charge_ref}`;
  const refs = names.flatMap(({ ref }) => listReturnNames(ref));
  return listReturnedEntries(sql, charge, refs);
}

/**
 * The tax that a return gives back, after earlier returns of the same charge: together they give back their share of
 * the charge's tax, so a fully returned charge leaves none.
 */
export function computeReturnedTax(
  charge: Pick<CardCharge, 'amount' | 'tax'>,
  amount: Cents,
  earlier: readonly Pick<ReturnedEntry, 'amount' | 'tax'>[],
): Cents {
  const returned = earlier.reduce((total, entry) => total + entry.amount, 0);
  const given = earlier.reduce((total, entry) => total + entry.tax, 0);
  const due = computeProportion(charge.tax, cents(returned + amount), charge.amount);
  return cents(Math.min(Math.max(0, due - given), amount));
}
