import { searchPurposeNames, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { NamedAlert } from './alert-facts.rules.ts';
import {
  amountOf,
  at,
  countFormat,
  formatCount,
  formatDay,
  money,
  nameProperty,
  onDay,
  openFacts,
  quote,
  shorten,
  toSpotPath,
} from './alert-facts.rules.ts';

/** What is said about an alert of a kind. */
interface Words {
  title: string;
  /** The title once it's over. */
  ended: string;
  detail: string | null;
  advice: string;
  path: string;
}
type Describe = (alert: NamedAlert, facts: ReturnType<typeof openFacts>) => Words;

const camera: Describe = (alert, { readText, readNumber }) => {
  const [missed, most] = [readNumber('missed') ?? 0, readNumber('missed_most')];
  const name = `Camera${quote(readText('camera'))}${at(alert)}`;
  return {
    title: `${name} is silent`,
    ended: `${name} sends again`,
    detail:
      most === null
        ? null
        : `Probably ${missed === most ? '' : `${countFormat.format(missed)} to `}${formatCount(most, 'car')} came meanwhile`,
    advice: 'Check its power and network: cars that come now aren’t seen',
    path: 'cameras',
  };
};

const connection: Describe = (alert, { readText }) => {
  const name = `Connection${quote(readText('connection'))}${at(alert)}`;
  return {
    title: `${name} never sent anything`,
    ended: `${name} sends, or was disconnected`,
    detail: null,
    advice: 'Check the URL in the camera: cars that it sees aren’t known here',
    path: 'cameras',
  };
};

const payoutFailed: Describe = (alert, { readReason }) => ({
  title: `A payout${amountOf(alert)} failed`,
  ended: `The payout${amountOf(alert)} that failed is settled`,
  detail: readReason(),
  advice: 'Check the bank account on Payouts; the money stays yours',
  path: 'payouts',
});

const payoutHeld: Describe = (_, { readReason, readTime }) => {
  const until = readTime('until');
  const reason = readReason();
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

const dispute: Describe = (alert, { readText, readReason, readTime }) => {
  const respondBy = readTime('respond_by');
  const rental = readText('rental');
  const paid = rental ?? readText('violation');
  const reason = readReason()?.replaceAll('_', ' ');
  return {
    title: `A driver disputes a charge${amountOf(alert)}${at(alert)}`,
    ended: `The dispute of a charge${amountOf(alert)}${at(alert)} is over`,
    detail: reason ? `The bank’s reason: ${reason}` : null,
    advice: `Send your evidence${respondBy === null ? ' soon' : ` by ${respondBy}`}: later, the bank decides without it`,
    path:
      paid === null
        ? 'ledger'
        : `${rental === null ? 'violations' : 'rentals'}/${encodeURIComponent(paid)}`,
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
  const where = nameProperty(alert);
  const occupancyText =
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
    detail:
      occupancyText && yours
        ? `${occupancyText}; ${yours}`
        : (occupancyText ?? (yours && `Y${yours.slice(1)}`)),
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

const signInBlocked: Describe = (_, { readText, readTime }) => {
  const name = readText('name') ?? 'A member';
  const until = readTime('until');
  return {
    title: `${name} can’t sign in with a new browser`,
    ended: `${name} can sign in with a new browser again`,
    detail: `Somebody guessed wrong codes or asked for too many${until === null ? '' : `; it ends ${until}`}`,
    advice: 'Lift it on Team if they need to sign in now; known browsers still work',
    path: 'team',
  };
};

const importFailed: Describe = (alert, { readText, readReason }) => {
  const file = `import of ${readText('what') ?? 'a file'}${quote(readText('file_name'))}${at(alert)}`;
  return {
    title: `The ${file} failed`,
    ended: `The ${file} that failed is settled`,
    detail: readReason(),
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

/** Puts alerts into words, by kind. */
export const describers: Record<AlertKind, Describe> = {
  camera_silent: camera,
  connection_waiting: connection,
  payout_failed: payoutFailed,
  payout_held: payoutHeld,
  dispute_opened: dispute,
  revenue_unusual: revenue,
  occupancy_high: occupancy,
  unexplained_cars: unexplained,
  violation_appealed: appealed,
  import_failed: importFailed,
  sign_in_blocked: signInBlocked,
  watched_plate: watched,
  seal_late: seal,
  backup_late: backup,
};
