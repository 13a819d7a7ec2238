import type {
  FoundClass,
  KeepReason,
  RequestKind,
} from '@lotkeeper/contract/trust/privacy-classes';
import { foundClassTexts, keepReasonTexts } from '@lotkeeper/contract/trust/privacy-classes';
import type { Finding, PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import { formatCount } from '../../../kernel/format.ts';
import type { Tone } from '../../../ui/frame/tag.tsx';

export const kindTexts: Record<
  RequestKind,
  { label: string; hint: string; inputType: string; confirm: string }
> = {
  plate: {
    label: 'Plate',
    hint: 'Spaces and dashes don’t matter.',
    inputType: 'text',
    confirm: 'Enter the plate to confirm',
  },
  email: {
    label: 'Email',
    hint: 'Finds rentals and texts with this address.',
    inputType: 'email',
    confirm: 'Enter the email to confirm',
  },
  phone: {
    label: 'Phone',
    hint: 'Finds rentals, visitors, valet sessions, and texts with this number.',
    inputType: 'tel',
    confirm: 'Enter the phone number to confirm',
  },
};

/** A request's state as a word, with its tone. */
export const stateTexts: Record<PrivacyRequest['state'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'gray' },
  waiting: { label: 'Waiting', tone: 'amber' },
  running: { label: 'Erasing', tone: 'amber' },
  done: { label: 'Erased', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  expired: { label: 'Expired', tone: 'gray' },
};

/** What is kept of a class, and why. */
export const describeKept = ({ reason, count }: { reason: KeepReason; count: number }): string =>
  `${formatCount(count)} ${count === 1 ? 'stays' : 'stay'}, because ${keepReasonTexts[reason]}.`;

/** What erasing does to those records of a class that needn't be kept. */
export function describeErasing({ class: name, due }: Pick<Finding, 'class' | 'due'>): string {
  const { erasing, hint } = foundClassTexts[name];
  if (erasing === 'kept') return hint;
  const verb = erasing === 'deleted' ? 'deleted' : 'made anonymous';
  return `${formatCount(due)} ${due === 1 ? 'is' : 'are'} ${verb}. ${hint}`;
}

/** Counts by class in a phrase, such as “12 visits, 3 images”. */
export const listCounts = (rows: readonly { class: FoundClass; count: number }[]): string =>
  rows
    .map((row) => `${foundClassTexts[row.class].label.toLowerCase()}: ${formatCount(row.count)}`)
    .join(', ');
