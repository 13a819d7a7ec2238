import type { AppealReason, AppealState } from '@lotkeeper/contract/cars/appeals';
import { appealReasons, appealRules, appealStates } from '@lotkeeper/contract/cars/appeals';
import type { Ticket } from '@lotkeeper/contract/cars/violations';
import { ticketStatuses } from '@lotkeeper/contract/cars/violations';

/** What the page of a driver's violation says. */
export const appealTexts = {
  title: 'Appeal a Violation',
  subtitle:
    'See what a violation is based on, and tell the operator if it’s wrong. You need no account.',
  code: 'Violation number',
  codeHint: 'It’s on your notice.',
  plate: 'License plate',
  find: 'Find my violation',
  violation: (code: string) => `Violation ${code}`,
  another: 'Look up another',
  status: 'Status',
  statuses: ticketStatuses as Record<Ticket['status'], string>,
  amount: 'Amount',
  property: 'Property',
  created: 'Created',
  appealBy: 'Appeal by',
  pay: 'How to pay',
  payHow: (code: string) =>
    `Pay the way that your notice says, and name violation ${code}. You can’t pay on this page.`,
  payAsk: (operator: string) => `If your notice doesn’t say how, ask ${operator}.`,
  payTitle: 'Pay by card',
  payNow: (amount: string) => `Pay ${amount}`,
  payEndsAppeal: 'You needn’t pay while we look at your appeal. If you pay now, the appeal ends.',
  paying: (amount: string) =>
    `A payment of ${amount} is in progress. It’s made once, or not at all: don’t pay again.`,
  checkPayment: 'Check the payment',
  stripeNote:
    'The number goes directly to Stripe, and your bank may ask you to confirm. We store only the last four digits.',
  appeal: 'Your appeal',
  why: 'Why do you appeal?',
  reasons: appealReasons as Record<AppealReason, string>,
  what: 'What happened',
  whatHint: (characters: string) =>
    `For example when and how you paid, or who let you park. Up to ${characters} characters.`,
  email: 'Email',
  emailHint: 'We answer by email or text message. Enter at least one.',
  phone: 'Phone',
  send: 'Send appeal',
  images: 'Images (optional)',
  yourImages: 'Your images',
  attachment: (number: number) => `Your attachment ${number}`,
  removeImage: (number: number) => `Remove image ${number}`,
  imagesHint: `Up to ${appealRules.maxImages}, for example of a receipt. JPEG, PNG or WebP.`,
  addImage: 'Add an image',
  heic: (file: string) =>
    `${file} is a HEIC photo, which this browser can’t read. Take a screenshot of it, and choose that.`,
  noImage: (file: string) => `${file} isn’t an image that can be read. Choose another one.`,
  imageNotSent: (cause: string) => `Your appeal is in, but an image wasn’t sent: ${cause}`,
  sendAgain: 'Send it again',
  sendingImage: 'Your appeal is in. Sending the photo: keep this page open.',
  imagesUntil: 'You can add images until we answer.',
  states: appealStates as Record<AppealState, string>,
  waived: 'The violation is waived: you owe nothing.',
  reduced: (from: string, to: string) => `The violation is reduced from ${from} to ${to}.`,
  upheld: (amount: string) => `The violation stands: you owe ${amount}.`,
  closedPaid: 'The violation is paid, so the appeal was closed.',
  closedWaived: 'The violation was waived: you owe nothing.',
  open: (day: string) => `We’ll answer by ${day}. Until then, you needn’t pay.`,
  answer: 'Our answer',
  sent: 'Sent',
  reason: 'Reason',
  gallery: 'your appeal',
};
