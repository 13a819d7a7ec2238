import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { isDayText } from '@lotkeeper/contract/kernel/day-text';
import { cents, shortDollarsText } from '@lotkeeper/contract/kernel/money';
import { searchPurposeNames, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { toDate } from '../../../kernel/clock.ts';
import type { Problem } from './problem.ts';

/** An alert with the names that its texts need. */
export interface NamedAlert {
  organization_id: number;
  kind: AlertKind;
  subject: string;
  spot_pk: number | null;
  /** The name of the property; null for an alert of the organization as a whole. */
  property: string | null;
  timezone: TimeZone;
  cost: number | null;
  facts: Problem['facts'];
}

/** What is said about an alert, in sentences without a final period. */
export interface AlertWords {
  /** What happened. */
  title: string;
  /** What happened, once it is over. */
  ended: string;
  /** More about it; null if there is nothing to add. */
  detail: string | null;
  /** What it costs or is worth; null = not known. */
  cost: string | null;
  /** What to do. */
  advice: string;
  /** The page that shows it. */
  path: string;
}

const countFormat = new Intl.NumberFormat('en-US');
const longestName = 60;

/** 1 car, 1,200 cars. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${countFormat.format(count)} ${count === 1 ? one : many}`;

const shorten = (name: string) => {
  const signs = Array.from(name.replace(/\s+/g, ' ').trim());
  return signs.length > longestName
    ? `${signs
        .slice(0, longestName - 1)
        .join('')
        .trim()}…`
    : signs.join('');
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Saturday, June 13, 2026. */
const formatDay = (day: string) => dayFormat.format(startOfDay(day as LocalDate, 'UTC'));

/** Sat, Jun 13, 2:15 PM, on the clock of a zone. */
export const formatTime = (at: Instant, zone: TimeZone) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
    .format(toDate(at))
    .replaceAll('\u202f', ' ');

/** Reads the facts of an alert; one that is missing or of another type is null. */
function openFacts({ facts, timezone }: NamedAlert) {
  const readText = (name: string) => {
    const value = facts[name];
    return typeof value === 'string' && value.trim() !== '' ? shorten(value) : null;
  };
  const readNumber = (name: string) => {
    const value = facts[name];
    return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : null;
  };
  const readDay = (name: string) => {
    const value = facts[name];
    return isDayText(value) ? value : null;
  };
  const readTime = (name: string) => {
    const value = facts[name];
    return typeof value === 'number' ? formatTime(instant(value), timezone) : null;
  };
  return { readText, readNumber, readDay, readTime };
}

type Words = Omit<AlertWords, 'cost'>;
type Describe = (alert: NamedAlert, facts: ReturnType<typeof openFacts>) => Words;

const quote = (name: string | null) => (name === null ? '' : ` “${name}”`);
const at = ({ property }: NamedAlert) => (property === null ? '' : ` at ${shorten(property)}`);
const named = ({ property }: NamedAlert) => (property === null ? 'A property' : shorten(property));
const money = (amount: number) => shortDollarsText(cents(Math.round(amount)));
const amountOf = ({ cost }: NamedAlert) => (cost === null ? '' : ` of ${money(Math.abs(cost))}`);
const withPeriod = (text: string) => (/[.!?]$/.test(text) ? text.slice(0, -1) : text);

const onDay = (day: string | null) => (day === null ? '' : ` on ${formatDay(day)}`);

/** The path of a page of the alert's property, or of the organization where there is none. */
const toSpotPath = ({ spot_pk }: NamedAlert, page: string, otherwise: string) =>
  spot_pk === null ? otherwise : `spots/${spot_pk}/${page}`;

const camera: Describe = (alert, { readText, readNumber }) => {
  const missed = readNumber('missed');
  const name = `Camera${quote(readText('camera'))}${at(alert)}`;
  return {
    title: `${name} is silent`,
    ended: `${name} sends again`,
    detail: missed === null ? null : `Probably ${formatCount(missed, 'car')} came meanwhile`,
    advice: 'Check its power and network: cars that come now aren’t seen',
    path: 'cameras',
  };
};

const payoutFailed: Describe = (alert, { readText }) => ({
  title: `A payout${amountOf(alert)} failed`,
  ended: `The payout${amountOf(alert)} that failed is settled`,
  detail: readText('reason'),
  advice: 'Check the bank account on Payouts; the money stays yours',
  path: 'payouts',
});

const payoutHeld: Describe = (_, { readText, readTime }) => {
  const until = readTime('until');
  const reason = readText('reason');
  return {
    title: 'Payouts are held',
    ended: 'Payouts aren’t held any more',
    detail: until === null ? reason : `Until ${until}, because the bank account was changed`,
    advice:
      until === null
        ? 'Look on Payouts at what is missing'
        : 'If nobody of you changed the bank account, contact support immediately',
    path: 'payouts',
  };
};

const dispute: Describe = (alert, { readText, readTime }) => {
  const respondBy = readTime('respond_by');
  const rental = readText('rental');
  const reason = readText('reason')?.replaceAll('_', ' ');
  return {
    title: `A driver disputes a charge${amountOf(alert)}${at(alert)}`,
    ended: `The dispute of a charge${amountOf(alert)}${at(alert)} is over`,
    detail: reason ? `The bank’s reason: ${reason}` : null,
    advice: `Send your evidence${respondBy === null ? ' soon' : ` by ${respondBy}`}: later, the bank decides without it`,
    path: rental === null ? 'ledger' : `rentals/${encodeURIComponent(rental)}`,
  };
};

const revenue: Describe = (alert, { readText, readNumber, readDay }) => {
  const [day, amount, usual] = [readDay('day'), readNumber('amount'), readNumber('usual')];
  const side = readText('direction') === 'high' ? 'above' : 'below';
  const days = day === null ? [] : ['period=days', `startDate=${day}`, `endDate=${day}`];
  const spot = alert.spot_pk === null ? [] : [`spotPk=${alert.spot_pk}`];
  return {
    title: `Revenue${at(alert)}${onDay(day)} was far ${side} usual`,
    ended: `Revenue${at(alert)} is as usual again`,
    detail:
      amount === null || usual === null
        ? null
        : `${money(amount)} came in; usual for such a day is ${money(usual)}`,
    advice: 'See what changed: types of rentals, prices, events, or a camera',
    path: ['changes', [...spot, ...days].join('&')].filter(Boolean).join('?'),
  };
};

const occupancy: Describe = (alert, { readNumber }) => {
  const [percent, limit] = [readNumber('percent'), readNumber('limit')];
  const [cars, spaces] = [readNumber('cars'), readNumber('spaces')];
  const where = named(alert);
  const taken =
    cars === null || spaces === null
      ? null
      : `${formatCount(cars, 'car')} on ${formatCount(spaces, 'space')}`;
  const yours = limit === null ? null : `your limit is ${countFormat.format(limit)}%`;
  return {
    title:
      percent === null
        ? `${where} is nearly full`
        : `${where} is ${countFormat.format(percent)}% full`,
    ended:
      limit === null
        ? `${where} has room again`
        : `${where} is below ${countFormat.format(limit)}% again`,
    detail: taken && yours ? `${taken}; ${yours}` : (taken ?? (yours && `Y${yours.slice(1)}`)),
    advice: 'Raise the price, close the entrance, or send drivers elsewhere',
    path: toSpotPath(alert, 'detail', 'spots'),
  };
};

const unexplained: Describe = (alert, { readNumber, readDay }) => {
  const [cars, limit, day] = [readNumber('cars'), readNumber('limit'), readDay('day')];
  const count = cars === null ? 'Many cars' : formatCount(cars, 'car');
  return {
    title: `${count}${at(alert)} ${cars === 1 ? 'has' : 'have'} no explanation${onDay(day)}`,
    ended: `The cars without an explanation${at(alert)} are below your limit again`,
    detail: limit === null ? null : `Your limit is ${formatCount(limit, 'car')} a day`,
    advice: 'Decide them on Plate Desk: they paid nothing so far',
    path: 'plate-desk',
  };
};

const appealed: Describe = (alert, { readText, readDay }) => {
  const [code, dueOn] = [readText('code'), readDay('due_on')];
  const [pk] = /\d+$/.exec(alert.subject) ?? [];
  const violation = `${code === null ? 'a violation' : `violation ${code}`}${at(alert)}`;
  return {
    title: `A driver appeals ${violation}`,
    ended: `The appeal of ${violation} was decided`,
    detail: null,
    advice: dueOn === null ? 'Decide the appeal' : `Decide the appeal by ${formatDay(dueOn)}`,
    path: pk === undefined ? 'appeals' : `appeals/${pk}`,
  };
};

const importFailed: Describe = (alert, { readText }) => {
  const file = `import of ${readText('what') ?? 'a file'}${quote(readText('file_name'))}${at(alert)}`;
  return {
    title: `The ${file} failed`,
    ended: `The ${file} that failed is settled`,
    detail: readText('reason'),
    advice: 'Correct the file, and start the import again',
    path: toSpotPath(alert, 'upload-visitors-csv', 'history'),
  };
};

const watched: Describe = (alert, { readText, readNumber }) => {
  const [plate, visit] = [readText('plate'), readNumber('visit_pk')];
  const car = plate === null ? 'A watched plate' : `The watched plate ${plate}`;
  const known = searchPurposeNames.find((name) => name === alert.facts.purpose);
  const purpose = readText('note') ?? (known && searchPurposes[known]) ?? null;
  return {
    title: `${car} is${at(alert) || ' here'}`,
    ended: `${car} left${alert.property === null ? '' : ` ${shorten(alert.property)}`}`,
    detail: purpose && `Watched for: ${purpose}`,
    advice: 'Do what the purpose asks for; don’t stop a driver yourself',
    path: visit === null ? 'alerts' : `visits/${visit}`,
  };
};

const seal: Describe = (_, { readDay }) => {
  const day = readDay('day');
  return {
    title: `The seal${day === null ? '' : ` of ${formatDay(day)}`} is late`,
    ended: `The seal${day === null ? '' : ` of ${formatDay(day)}`} is there`,
    detail: 'Until a day is sealed, nothing proves that its records weren’t changed',
    advice: 'Ask the person who runs your server whether its jobs run',
    path: 'alerts',
  };
};

const backup: Describe = (_, { readTime }) => {
  const until = readTime('until');
  return {
    title: 'The backup of the database is late',
    ended: 'The backup of the database is up to date again',
    detail:
      until === null ? 'There is no backup yet' : `The last one has everything until ${until}`,
    advice: 'Look at the backup folder and the server’s log: what is newer could be lost',
    path: 'alerts',
  };
};

const describers: Record<AlertKind, Describe> = {
  camera_silent: camera,
  payout_failed: payoutFailed,
  payout_held: payoutHeld,
  dispute_opened: dispute,
  revenue_unusual: revenue,
  occupancy_high: occupancy,
  unexplained_cars: unexplained,
  violation_appealed: appealed,
  import_failed: importFailed,
  watched_plate: watched,
  seal_late: seal,
  backup_late: backup,
};

/** What an amount means, by kind; a kind that isn't here has none. */
const costTexts: Partial<Record<AlertKind, (amount: string) => string>> = {
  camera_silent: (amount) => `It probably cost ${amount} so far`,
  payout_failed: (amount) => `${amount} didn’t arrive`,
  payout_held: (amount) => `${amount} waits`,
  dispute_opened: (amount) => `${amount} is at stake`,
  revenue_unusual: (amount) => `The difference is ${amount}`,
  occupancy_high: (amount) => `It probably costs ${amount}`,
  unexplained_cars: (amount) => `They are worth about ${amount}`,
  violation_appealed: (amount) => `${amount} is at stake`,
  import_failed: (amount) => `The file is worth ${amount}`,
};

/** Puts an alert into words. */
export function describeAlert(alert: NamedAlert): AlertWords {
  const words = describers[alert.kind](alert, openFacts(alert));
  const describeCost = costTexts[alert.kind];
  return {
    ...words,
    detail: words.detail === null ? null : withPeriod(words.detail),
    cost:
      alert.cost === null || alert.cost === 0 || !describeCost
        ? null
        : describeCost(money(Math.abs(alert.cost))),
    path: `/organization/${alert.organization_id}/${words.path}`,
  };
}
