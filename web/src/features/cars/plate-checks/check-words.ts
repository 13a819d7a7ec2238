import type { ParkingRight, PlateCheck, PlateRight } from '@lotkeeper/contract/cars/plate-checks';
import { states } from '@lotkeeper/contract/kernel/places';
import { plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import {
  formatAgo,
  formatDayTime,
  formatMoneyShort,
  formatStay,
  lowerFirst,
} from '../../../kernel/format.ts';
import { formatPlate } from '../../../shared/plate-text.ts';

const stateNames: ReadonlySet<string> = new Set(Object.values(states).flat());

/** A plate as it is typed, with the state behind it if there is one: 'abc 123 az'. */
export function parseTyped(text: string): { plate: string; state?: string } {
  const words = text.trim().toUpperCase().split(/\s+/);
  const state = words.at(-1) ?? '';
  if (words.length < 2 || !stateNames.has(state)) return { plate: words.join(' ') };
  return { plate: words.slice(0, -1).join(' '), state };
}

/** What a right makes of a car: 'Paid', 'Guest'. */
const rightWords: Record<ParkingRight, string> = {
  rental: 'Paid',
  monthly: 'Monthly',
  tenant: 'Tenant',
  booking_site: 'Booked and paid',
  valet: 'Valet',
  enforced: 'Charged by enforcement',
  visitor: 'Guest',
  validated: 'Guest',
  not_customer: 'Staff or service',
};

const rightNames: Record<ParkingRight, string> = {
  rental: 'Rental',
  monthly: 'Monthly rental',
  tenant: 'Rental of a tenant or company',
  booking_site: 'Booked at a booking site',
  valet: 'Parked by a valet',
  enforced: 'Wasn’t paid, and is charged',
  visitor: 'Added by staff',
  validated: 'By a validation code',
  not_customer: 'On the list of staff and service cars',
};

const minuteMs = 60_000;

/** An answer in words. The color of its tone is never all that says it. */
export interface AnswerWords {
  headline: string;
  tone: 'green' | 'amber' | 'red';
  facts: { name: string; text: string }[];
}

/** The zone of the property, and the time now in ms since 1970. */
interface Place {
  timezone: string;
  now: number;
}

function describeEnd({ kind, until }: Pick<PlateRight, 'kind' | 'until'>, at: Place): string {
  const word = rightWords[kind];
  return until === null ? word : `${word} until ${formatDayTime(until, at.now, at.timezone)}`;
}

function writeHeadline(check: PlateCheck, at: Place): Omit<AnswerWords, 'facts'> {
  const [right] = check.rights;
  const until = check.until === null ? '' : formatDayTime(check.until, at.now, at.timezone);
  switch (check.answer) {
    case 'may_park':
      return {
        headline: right ? describeEnd({ kind: right.kind, until: check.until }, at) : 'May park',
        tone: 'green',
      };
    case 'grace':
      return {
        headline:
          check.came_at === null || right
            ? `Grace until ${until}`
            : `Came ${formatAgo(check.came_at, at.now)}, grace until ${until}`,
        tone: 'green',
      };
    case 'unenforced':
      return { headline: 'Nobody is charged now', tone: 'green' };
    case 'waiting':
      return {
        headline: `Asked for free parking ${formatAgo(check.asked_at ?? at.now, at.now)}, waits for staff`,
        tone: 'amber',
      };
    case 'elsewhere':
      return { headline: `Paid at ${right?.spot?.name ?? 'another property'}`, tone: 'amber' };
    case 'alike':
      return { headline: 'Look again', tone: 'amber' };
    case 'expired':
      return { headline: `Ran out at ${until}`, tone: 'red' };
    default:
      return check.violation?.status === 'Created'
        ? { headline: 'Has an open violation', tone: 'red' }
        : { headline: 'Nothing known', tone: 'red' };
  }
}

const toFold = (plate: string) => plateFold(plateKey(plate));

function describeRight(
  right: PlateRight,
  plate: string,
  at: Place,
): { name: string; text: string } {
  const time = (moment: number) => formatDayTime(moment, at.now, at.timezone);
  if (right.plate) {
    const seen = right.seen_at === null ? '' : `, seen here at ${time(right.seen_at)}`;
    return {
      name: toFold(right.plate.plate) === toFold(plate) ? 'Looks like' : 'One character from',
      text: `${formatPlate(right.plate)}: ${lowerFirst(describeEnd(right, at))}${seen}`,
    };
  }
  if (right.spot) return { name: right.spot.name, text: describeEnd(right, at) };
  if (right.from > at.now) return { name: 'Booked', text: `From ${time(right.from)}` };
  const span =
    right.until === null
      ? `since ${time(right.from)}`
      : `from ${time(right.from)} to ${time(right.until)}`;
  return { name: 'Right', text: `${rightNames[right.kind]}, ${span}` };
}

/** Says what is known of a plate, as short as a person out in the sun needs it. */
export function describeCheck(check: PlateCheck, at: Place): AnswerWords {
  const time = (moment: number) => formatDayTime(moment, at.now, at.timezone);
  const [read] = check.reads;
  const facts = check.rights.map((right) => describeRight(right, check.plate, at));
  if (read) {
    const where = [read.direction, read.camera].filter(Boolean).join(', ');
    facts.push({ name: 'Seen', text: `${where || 'Camera'}, ${time(read.captured_at)}` });
  }
  if (check.came_at !== null) {
    const minutes = Math.max(0, at.now - check.came_at) / minuteMs;
    facts.push({ name: 'Here', text: formatStay(minutes) });
  } else if (check.answer !== 'may_park') {
    facts.push({ name: 'Here', text: 'No camera saw it come' });
  }
  if (check.answer === 'unknown' || check.answer === 'expired') {
    facts.push({
      name: 'Grace',
      text:
        check.came_at === null
          ? `${formatStay(check.grace_minutes)} from when it came`
          : `Ended ${time((check.until ?? check.came_at) + check.grace_minutes * minuteMs)}`,
    });
    facts.push({ name: 'Elsewhere', text: 'Not at your other properties' });
  }
  if (check.owes > 0) {
    facts.push({ name: 'Owes', text: `${formatMoneyShort(check.owes)} from earlier stays` });
  }
  return { ...writeHeadline(check, at), facts };
}
