import { kioskMessages, listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import { visitorMessages } from '@lotkeeper/contract/operations/visitors';

/** What a kiosk's screen says. */
export const kioskTexts = {
  validation: 'Validation',
  noNetwork: 'Is the tablet connected to the network?',
  ended: 'This kiosk has ended',
  endedHint: 'Ask the staff to start another one.',
  refused: 'The kiosk could not be opened',
  guests: 'Sign in to validate',
  guestsHint:
    'A kiosk has run in this browser, so guests may be using it. Sign in again to validate here without the PIN.',
  signIn: 'Sign in',
  opening: 'Opening the kiosk…',
  ask: 'Request free parking',
  plate: 'License Plate',
  send: 'Request Validation',
  added: visitorMessages.added,
  waiting: 'Waiting for validation',
  loading: 'Loading…',
  empty: kioskMessages.empty as string,
  notRead: listWaitingVisitors.failure as string,
  noConnection: 'No connection. Plates you enter are saved and sent when it’s back.',
  unsent: (plates: number) =>
    `${plates === 1 ? '1 plate is' : `${plates} plates are`} waiting to be sent.`,
  notLive: 'Live updates stopped. The list refreshes every 10 seconds.',
  howTo: 'Enter your plate, then ask our staff to validate it.',
  validated: kioskMessages.validated,
};

/** What staff read when they validate a plate. */
export const validationTexts = {
  title: (plate: string) => `Validate ${plate}`,
  validate: 'Validate',
  until: 'Valid until the end of',
  cancel: 'Cancel',
  locked: kioskMessages.locked as string,
  pin: 'Staff PIN',
  unlock: 'Unlock',
};
