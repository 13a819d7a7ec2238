import { kioskMessages, listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import { formatStay } from '../../../kernel/format.ts';

/** What a kiosk's screen says. */
export const kioskTexts = {
  validation: 'Validation',
  noNetwork: 'Is the tablet connected to the network?',
  ended: 'This kiosk has ended',
  endedHint: 'Ask the staff to start another one.',
  notOpened: 'The kiosk could not be opened',
  guests: 'Sign in to validate',
  guestsHint:
    'A kiosk has run in this browser, so guests may be using it. Sign in again to validate here without the PIN.',
  signIn: 'Sign in',
  opening: 'Opening the kiosk…',
  ask: 'Request free parking',
  plate: 'License Plate',
  send: 'Request Validation',
  added: (plate: string) => `${plate} is on the list. Parking isn’t free yet: ask our staff.`,
  kept: (plate: string) => `${plate} is saved here. Parking isn’t free yet: ask our staff.`,
  unsaved: (plate: string) =>
    `${plate} could not be sent or saved on this tablet. Tell our staff now.`,
  correct: 'Correct the plate',
  refused: (plate: string, reason: string) => `${plate} is not on the list: ${reason}`,
  seen: 'OK',
  undone: (plate: string) => `${plate} isn’t validated any more and waits again.`,
  withdrawn: (plate: string) => `${plate} was taken off the list.`,
  unlocked: (seconds: number) => `Unlocked, ${seconds} s`,
  lock: 'Lock',
  waiting: 'Waiting for validation',
  loading: 'Loading…',
  empty: kioskMessages.empty as string,
  notRead: listWaitingVisitors.failure as string,
  noConnection: 'No connection. Plates you enter are saved and sent when it’s back.',
  unsavedPlates: 'This tablet’s storage is full or blocked: keep this page open until all is sent.',
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
  minutes: (minutes: number) => `Free parking for ${formatStay(minutes)}.`,
  noDate: 'Please select a date',
  cancel: 'Cancel',
  pin: 'Staff PIN',
  withdraw: 'Take it off the list',
};
