import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import type {
  checkInValetSession,
  DeclinedPayment,
  updateValetSession,
  ValetSession,
} from '@lotkeeper/contract/operations/valet';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import type { ApiError } from '../../../kernel/api.ts';
import { pickChanged } from '../../../kernel/changes.ts';
import { formatMoneyExact } from '../../../kernel/format.ts';

/** The message for a failed call. */
export interface Failure {
  title: string;
  text?: string;
}

/** Refusals whose server message says what to do. */
const explained = [403, 409, 429];

/** The message for a failed call; `known` holds the page's own messages, by status. */
export function describeFailure(
  error: Pick<ApiError, 'status' | 'message'>,
  known: Partial<Record<number, string>> = {},
): Failure {
  const message = known[error.status];
  if (message) return { title: message };
  if (explained.includes(error.status)) return { title: error.message };
  return { title: valetMessages.failed, text: valetMessages.retry };
}

/** What is typed about a car. */
export interface CarDraft {
  plate: string;
  /** `country_state`. */
  pair: string | null;
  make: string;
  model: string;
  color: string;
  notes: string;
  key_tag: string;
  noPlate?: boolean;
}

/** A session's form values; `homePair` is the default state. */
export function toDraft(session: ValetSession, homePair: string | null): CarDraft {
  const { car_details: car, make, model, color, notes, key_tag } = session;
  return {
    plate: car?.plate ?? '',
    pair: car ? `${car.country}_${car.state}` : homePair,
    make: make ?? '',
    model: model ?? '',
    color: color ?? '',
    notes: notes ?? '',
    key_tag: key_tag ?? '',
    noPlate: session.status === 'active' && car === null,
  };
}

/** What a form must have: plate and state, or make and color of a car without a plate. */
export const listRequired = ({ noPlate, plate, pair, make, color }: CarDraft) =>
  noPlate
    ? [
        { name: 'the make', isEmpty: make.trim() === '' },
        { name: 'the color', isEmpty: color.trim() === '' },
      ]
    : [
        { name: 'the license plate', isEmpty: plate.trim() === '' },
        { name: 'the state', isEmpty: stateOfPair(pair ?? '') === null },
      ];

export const isComplete = (draft: CarDraft) => listRequired(draft).every(({ isEmpty }) => !isEmpty);

type CarBody = InputOf<typeof checkInValetSession>['body'] &
  InputOf<typeof updateValetSession>['body'];

export function toBody({ pair, noPlate, ...input }: CarDraft): CarBody {
  if (noPlate) {
    const { plate: _, ...described } = input;
    return { ...described, no_plate: true };
  }
  const region = stateOfPair(pair ?? '');
  return { ...input, state: region?.state ?? '', country: region?.country ?? 'US' };
}

/** What was changed of a car; its plate, state and country go together. */
export function toChange(draft: CarDraft, session: ValetSession) {
  const { plate, state, country, no_plate: _, ...details } = toBody(draft);
  const {
    plate: oldPlate,
    state: oldState,
    country: oldCountry,
    ...before
  } = toBody(toDraft(session, null));
  const car = { plate, state, country };
  const oldCar = { plate: oldPlate, state: oldState, country: oldCountry };
  const hasNewCar = Object.keys(pickChanged(car, oldCar)).length > 0;
  return { ...pickChanged(details, before), ...(hasNewCar ? car : {}) };
}

/** A car in a few words, such as 'Blue Toyota Camry'; empty when nothing is known. */
export const formatCar = (car: Pick<ValetSession, 'color' | 'make' | 'model'>) =>
  [car.color, car.make, car.model].filter(Boolean).join(' ');

export const formatName = (
  session: Pick<ValetSession, 'car_details' | 'phone' | 'status' | 'color' | 'make' | 'model'>,
) => {
  const { car_details, phone, status } = session;
  if (car_details || status === 'pending') return car_details?.plate ?? phone;
  return formatCar(session) || phone;
};

/** A stored phone number as a call takes it. The call joins both parts, so any split of the digits is right. */
export const splitPhone = (phone: string) => ({
  phone_country_code: phone.slice(0, 2),
  phone: phone.slice(2),
});

/** The state of a payment that the driver's bank wanted confirmed. */
export const describePayment = ({ amount, state }: NonNullable<ValetSession['payment']>) =>
  state === 'confirming'
    ? `Waiting for the driver to confirm ${formatMoneyExact(amount)} at their bank, on the page of their link.`
    : `The payment of ${formatMoneyExact(amount)} wasn’t confirmed and was canceled. Nothing was charged.`;

/** Why a card wasn't charged, and what can be done; `isTexted` = the driver got a text. */
export const describeDecline = (
  { amount, card, reason }: DeclinedPayment,
  isTexted: boolean,
): Failure => ({
  title: `${reason} ${card ? `${card.brand} ending in ${card.last_four}` : 'It'} wasn’t charged ${formatMoneyExact(amount)}.`,
  text: `${isTexted ? 'We texted the driver. They' : 'The driver'} can use another card on their page, or pay in cash.`,
});

/** How long someone has waited, in whole minutes, starting at one. */
export function formatWait(since: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - since) / minuteMs);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What to do about a change that waits to be sent and that this browser couldn't store. */
export const unsavedText = (subject: string, isPhoto = false): string =>
  `${subject} isn’t saved: this phone’s storage is full or blocked. ${isPhoto ? '' : 'Write it down: plate, key tag, phone. '}Keep this page open until it’s sent.`;

/** The text for unsent changes; empty when there aren’t any. */
export function waitingText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 change is waiting to be sent.'
    : `${count} changes are waiting to be sent.`;
}
