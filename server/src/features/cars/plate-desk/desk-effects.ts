import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { DeskEffects } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { Recorder } from '../../../records/recorder.ts';

/** A visit with the money that enforcement has from it. */
export interface MoneyOfVisit {
  pk: number;
  plate: string;
  state: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  outcome: VisitOutcome | null;
  /** Enforcement's name of it. It outlives the visit. */
  name: string;
}

/** Visits by pk, in order of time. */
export const readVisits = (
  { tx, organizationId }: Recorder,
  pks: readonly number[],
): Promise<MoneyOfVisit[]> => tx<MoneyOfVisit[]>`
  select pk, plate, state, entrance_at, exit_at, outcome,
    case source when 'cameras' then external_id else source || ':' || external_id end as name
  from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
  order by coalesce(entrance_at, exit_at), pk`;

interface Money {
  name: string;
  charged: Cents;
  /** The amount of its violation that is open. */
  open: Cents;
}

/** What enforcement has charged for visits, less refunds, and their open violations, by enforcement's names of them. */
export const readMoney = (
  { tx, organizationId }: Recorder,
  names: readonly string[],
): Promise<Money[]> => tx<Money[]>`
  select n.name, (
      select coalesce(sum(l.gross - l.refund), 0)::bigint from live_rentals r
      join ledger_entries l on l.organization_id = ${organizationId} and l.rental_pk = r.pk
      where r.organization_id = ${organizationId} and r.source = 'enforcement' and r.external_id = n.name) as charged,
    (
      select coalesce(sum(amount), 0)::bigint from violations
      where organization_id = ${organizationId} and source = 'enforcement' and external_id = n.name
        and status = 'Created') as open
  from unnest(${names}::text[]) n(name)`;

const noEffect = { charged: 0, open: 0 };
const addUp = (differences: readonly number[]) =>
  cents(differences.reduce((total, difference) => total + Math.max(0, difference), 0));

/** What changed between two moments, with the visits as they are at the second one. */
export function compareMoney(
  visits: readonly MoneyOfVisit[],
  before: readonly Money[],
  after: readonly Money[],
): DeskEffects {
  const known = new Map(before.map((money) => [money.name, money]));
  const changes = after.map((money) => {
    const { charged, open } = known.get(money.name) ?? noEffect;
    return { charged: money.charged - charged, open: money.open - open };
  });
  return {
    visits: visits.map(({ plate, state, entrance_at, exit_at, outcome }) => ({
      plate,
      state,
      entrance_timestamp: entrance_at && toEpochSeconds(entrance_at),
      exit_timestamp: exit_at && toEpochSeconds(exit_at),
      outcome,
    })),
    charged: addUp(changes.map(({ charged }) => charged)),
    refunded: addUp(changes.map(({ charged }) => -charged)),
    violations_opened: addUp(changes.map(({ open }) => open)),
    violations_waived: addUp(changes.map(({ open }) => -open)),
  };
}
