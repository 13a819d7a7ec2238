import { dollarsText, shortDollarsText } from '../kernel/money.ts';
import { getSourceName } from '../money/custom-reports.ts';
import type { DisputeState } from '../money/disputes.ts';
import { hasDisputeEnded } from '../money/disputes.ts';
import type { VisitStatus } from '../people/filter-words.ts';
import { visitStatusNames } from '../people/filter-words.ts';
import type { AuditAct } from './audit-entries.ts';
import type { Story, StoryPrice, StoryRate } from './stories.ts';
import type { SeenEvent, StoryEvent } from './story-events.ts';
import { formatStoryDay } from './story-sums.ts';

/** A one-sentence description of an event, with details. */
export interface EventWords {
  title: string;
  details: string[];
}

/** What the statuses of visits mean; docs/visits.md has the rules. */
const visitMeanings: Record<VisitStatus, string> = {
  renter: 'A rental covers the stay.',
  visitor: 'The plate is a visitor’s, or enforcement was off.',
  enforced: 'The stay wasn’t paid for, so a rental started automatically.',
  'grace period': 'Nothing was paid, but the grace period covers the stay.',
  violator: 'The stay wasn’t paid for.',
};

function describeVisit(event: Extract<StoryEvent, { kind: 'visit_status' }>): EventWords {
  return {
    title: `Status of the visit: ${visitStatusNames[event.status]}`,
    details: [
      visitMeanings[event.status],
      ...(event.doubtful ? ['The plate reads are uncertain, so nothing is charged.'] : []),
      ...(event.exit_missed ? ['The car came again before a camera saw it leave.'] : []),
      ...(event.decided ? [] : ['This can still change.']),
    ],
  };
}

const arrivals = { Entrance: 'Entered', Exit: 'Left' } as const;
const gates = { Entrance: 'Read at the entrance', Exit: 'Read at the exit' } as const;

/** Only the reading that determines an end of the visit is described as arrival or departure. */
function describePass({ direction, marks }: SeenEvent): string {
  if (marks) return arrivals[marks];
  return direction === null ? 'Seen' : gates[direction];
}

function describeSeen(event: SeenEvent): EventWords {
  const { camera, plate, state, confidence } = event;
  const observer = camera === null ? 'reported' : `seen by camera ${camera}`;
  const sureness = confidence === null ? '' : `, ${Math.round(confidence * 100)}% sure`;
  const reading = `${plate}${state ? ` ${state}` : ''}`;
  return {
    title: `${describePass(event)}, ${observer} as ${reading}${sureness}`,
    details: [
      ...(event.preview ? ['A first reading. It counts until the final one is here.'] : []),
      ...(event.superseded ? ['A better reading replaced it.'] : []),
      ...(event.time_of_arrival
        ? ['The camera sent no readable time. This is when its message arrived.']
        : []),
    ],
  };
}

const acts: Record<AuditAct, string> = {
  add: 'added',
  change: 'changed',
  create: 'created',
  remove: 'removed',
  revoke: 'revoked',
  invite: 'invited',
  'invite again': 'invited again',
  withdraw: 'withdrawn',
  accept: 'accepted',
  lift: 'lifted',
  export: 'exported as evidence',
  refund: 'refunded',
  place: 'placed',
  release: 'released',
  sign: 'signed',
  close: 'closed',
  reopen: 'reopened',
};

const subjects = { rental: 'Rental', violation: 'Violation' } as const;

function describeAudit(event: Extract<StoryEvent, { kind: 'audited' }>): EventWords {
  const { person, superuser, act, subject, changes } = event;
  const author = superuser ? `${person} (Superuser)` : person;
  return {
    title: `${subjects[subject]} ${acts[act]} by ${author}`,
    // The refund's own event has the amount.
    details:
      act === 'refund'
        ? []
        : changes.map(({ field, before, after }) =>
            before === '–' ? `${field}: ${after}` : `${field}: ${before} → ${after}`,
          ),
  };
}

const plain = (title: string, ...details: string[]): EventWords => ({ title, details });
const author = (person: string | null) => (person === null ? '' : ` by ${person}`);

type MoneyEvent = Extract<StoryEvent, { amount: number }>;
type DisputeEvent = Extract<StoryEvent, { kind: 'disputed' | 'dispute_ended' }>;

const disputeStates: Record<DisputeState, string> = {
  inquiry: 'The bank asks about the charge. No money was taken back.',
  needs_response: 'The bank took the money back and waits for an answer.',
  under_review: 'The bank is deciding.',
  won: 'It was decided for you.',
  lost: 'It was decided for the driver.',
  closed: 'It was closed without a decision.',
};

const disputeEnds: Partial<Record<DisputeState, string>> = {
  won: 'Dispute won: the driver’s bank returned',
  lost: 'Dispute lost: the driver’s bank kept',
};

function describeDispute(event: DisputeEvent): EventWords {
  const { kind, state, respond_by } = event;
  const amount = dollarsText(event.amount);
  if (kind === 'dispute_ended') {
    const end = disputeEnds[state];
    return plain(end ? `${end} ${amount}` : `Dispute of ${amount} closed`);
  }
  const isOpen = !hasDisputeEnded(state) && respond_by !== null;
  return plain(
    `The driver disputed ${amount} at their bank`,
    `Reason: ${event.reason.replaceAll('_', ' ')}.`,
    disputeStates[state],
    ...(isOpen ? [`Answer at the payment processor by ${formatStoryDay(respond_by)}.`] : []),
  );
}

function describeMoney(event: MoneyEvent): EventWords {
  const amount = dollarsText(event.amount);
  switch (event.kind) {
    case 'charged':
      return plain(`${amount} charged`);
    case 'penalty_paid':
      return plain(`Penalty of ${amount} paid`);
    case 'refunded':
      return plain(`${amount} refunded`);
    case 'disputed':
    case 'dispute_ended':
      return describeDispute(event);
    case 'violation_created':
      return plain(`Violation ${event.code} created, with a penalty of ${amount}`);
    default:
      return plain(
        `Net of ${amount} included in the payout of ${formatStoryDay(event.local_date)}`,
      );
  }
}

/** Describes an event. */
export function describeEvent(event: StoryEvent): EventWords {
  switch (event.kind) {
    case 'booked':
      return plain(`Booked through ${getSourceName(event.source)}`);
    case 'started':
      return event.automatic
        ? plain('Rental started automatically', 'The cameras saw a plate of a known driver.')
        : plain('Rental started');
    case 'seen':
      return describeSeen(event);
    case 'visit_status':
      return describeVisit(event);
    case 'violation_waived': {
      const waiver = event.person === null ? 'under the enforcement rules' : `by ${event.person}`;
      return plain(
        `Violation ${event.code} waived ${waiver}`,
        ...(event.reason ? [event.reason] : []),
      );
    }
    case 'changed':
      return plain(
        `Changed by ${getSourceName(event.source)}`,
        'This is its latest change. Earlier ones aren’t kept.',
      );
    case 'ended':
      return plain(event.reported ? 'Rental ended: the driver left' : 'Rental ended');
    case 'checked_in':
      return plain(`Car checked in at the valet stand${author(event.person)}`);
    case 'car_requested':
      return plain('The driver requested the car');
    case 'checked_out':
      return plain(`Car returned to the driver${author(event.person)}`);
    case 'audited':
      return describeAudit(event);
    default:
      return describeMoney(event);
  }
}

const units = { hour: ' an hour', day: ' a day', flat: ' flat' } as const;

/** Describes a rate: '$6.50 an hour, the dynamic price. The base price was $5 an hour'. */
function describeRate({ rule, name, price, unit, base_price }: StoryRate): string {
  const amount = `${shortDollarsText(price)}${units[unit]}`;
  const origins = {
    event: `the price of the event “${name}”`,
    experiment: `a price of the experiment segment “${name}”`,
    'dynamic price': 'the dynamic price',
    rate: `the rate “${name}”`,
    'price of the property': 'the property’s own price',
  } as const;
  const base =
    base_price === null ? '' : `, at a base price of ${shortDollarsText(base_price)}${units[unit]}`;
  return `${amount}, ${origins[rule]}${base}`;
}

/** Explains how the price was determined, from the records only. */
export function explainPrice(price: StoryPrice, source: string): string[] {
  const { basis, rate, rate_at_start, promo_code } = price;
  const amount = price.price === null ? '' : shortDollarsText(price.price);
  const origins = {
    kept: rate ? `Charged at ${describeRate(rate)}. Taxes are added.` : '',
    month: `${amount} a month.`,
    space: `${amount} for a space, as agreed with the tenant.`,
    sender: `The price was set by ${getSourceName(source)}.`,
  } as const;
  return [
    origins[basis],
    ...(rate_at_start
      ? [`When the rental started, the property charged ${describeRate(rate_at_start)}.`]
      : []),
    ...(promo_code ? [`Discount code ${promo_code.code}: ${promo_code.formatted_value}.`] : []),
  ];
}

/** Describes whether a rental is over, active or upcoming. */
export function describeState(rental: NonNullable<Story['rental']>, now: number): string {
  if (rental.end_date !== null && rental.end_date <= now) return 'Ended';
  return rental.start_date > now ? 'Upcoming' : 'Active';
}

/** Summarizes what isn’t listed; null if everything is. */
export function describeRest({ visits, reads, entries, audit_entries }: Story['not_listed']) {
  const rest = (
    [
      [visits, 'visits'],
      [reads, 'plate reads'],
      [entries, 'ledger entries'],
      [audit_entries, 'changes'],
    ] as const
  ).filter(([count]) => count > 0);
  if (rest.length === 0) return null;
  const listed = rest.map(([count, noun]) => `${count} older ${noun}`).join(', ');
  return `Not listed here: ${listed}.`;
}
