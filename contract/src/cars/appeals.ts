import * as z from 'zod/mini';
import { adminAndEmployee, adminOnly, everybody, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import {
  atMost,
  isObject,
  longText,
  oneLine,
  pk,
  pkOrUuidText,
  pkText,
  storable,
  text,
} from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { amountField, centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { readEmail } from '../kernel/typed-text.ts';
import { appealFilters, assigneeFilters } from '../people/filter-words.ts';
import { ticket } from './violations.ts';

export const appealRules = {
  maxText: 2_000,
  maxImages: 3,
  maxImageBytes: 5 * 1024 * 1024,
  /** How long a driver may go on after entering code and plate. */
  openMinutes: 60,
  /** Wrong tries per hour, from one network and for one code. */
  triesPerAddress: 30,
  triesPerCode: 10,
  /** Days to answer an appeal, where no confirmed rule of the state says otherwise. */
  daysToDecide: 14,
  maxAnswers: 20,
} as const;

/** Appeals per page. */
export const appealsPageSize = 20;

/** Why drivers appeal. */
export const appealReasons = {
  paid: 'I paid for my parking',
  permitted: 'I had permission to park',
  wrong_car: 'This isn’t my car, or the plate was misread',
  wrong_times: 'The times are wrong',
  could_not_pay: 'I couldn’t pay: the app, machine or sign was at fault',
  other: 'Something else',
} as const;
const reasonNames = Object.keys(appealReasons) as (keyof typeof appealReasons)[];
export type AppealReason = (typeof reasonNames)[number];

/** The languages of the page, and of the messages to a driver. */
const appealLanguages = ['en', 'es'] as const;
export type AppealLanguage = (typeof appealLanguages)[number];

/** How an appeal ends. */
export const appealDecisions = {
  waived: 'Waive',
  reduced: 'Reduce',
  upheld: 'Uphold',
} as const;
const decisionNames = Object.keys(appealDecisions) as (keyof typeof appealDecisions)[];
export type AppealDecision = (typeof decisionNames)[number];

/**
 * The state of an appeal. If the violation was paid, or was waived elsewhere, nothing is left to decide: the appeal is
 * closed.
 */
export const appealStates = {
  open: 'Open',
  waived: 'Waived',
  reduced: 'Reduced',
  upheld: 'Upheld',
  closed: 'Closed',
} as const;
const stateNames = Object.keys(appealStates) as (keyof typeof appealStates)[];
export type AppealState = (typeof stateNames)[number];

/** The reason of a waiver that decides an appeal. */
export const appealWaiver = 'The driver’s appeal was accepted';

export const appealMessages = {
  notFound:
    'We couldn’t find a violation with this number and license plate. Check both on your notice.',
  expired: 'This page was open too long. Enter the number and the license plate again.',
  tooManyTries: 'Too many tries. Wait an hour and try again.',
  notOpen: {
    Paid: 'This violation is paid, so there is nothing to appeal.',
    Waived: 'This violation was waived, so there is nothing to appeal.',
  },
  tooLate: 'The time to appeal this violation is over.',
  alreadyAppealed: 'This violation was appealed already.',
  tooManyImages: 'There are already 3 images.',
  tooLateForImages: 'This appeal was decided, so no more images can be added.',
  contact: 'Enter an email address or a phone number, so that we can answer.',
  email: 'Enter an email address such as ana@example.com.',
  phone: 'Enter a phone number such as 602 555 0147.',
  reason: 'Choose a reason.',
  text: 'Describe what happened.',
  code: 'Enter the number of the violation.',
  plate: 'Enter the license plate.',
  sent: 'Your appeal was sent.',
  alreadyDecided: 'Somebody already decided this appeal. Reload the page to see the decision.',
  paidMeanwhile: 'This violation was paid meanwhile, so there is nothing to decide.',
  waivedMeanwhile: 'This violation was waived meanwhile, so there is nothing to decide.',
  amount: 'Enter an amount below the present one.',
  answer: 'Write an answer to the driver.',
  notAssignable: 'This person can’t decide appeals.',
  noCards: 'Violations can’t be paid by card here.',
  waivedNow: 'This violation was waived: you owe nothing.',
  amountChanged: 'The amount has changed. Check it before you pay.',
  paying: 'A payment is in progress. Wait a moment.',
  nothingToConfirm: 'There’s no payment to confirm.',
  processorDown:
    'The payment processor isn’t responding. Wait a moment: what you started is paid once, or not at all.',
} as const;

/** The path of the public page; a link may carry the code of a violation. */
export const appealPath = (code?: string) =>
  code === undefined ? '/appeal' : `/appeal?code=${encodeURIComponent(code)}`;

const image = z.object({ url: z.string() });

/** An appeal as its driver sees it. Timestamps in ms since 1970. */
const ownAppeal = z.object({
  state: z.enum(stateNames),
  reason: z.enum(reasonNames),
  text: z.string(),
  sent_at: z.int(),
  due_on: localDateText,
  images: z.array(image),
  decided_at: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  /** The amount when it was appealed. */
  first_amount: centsField,
});

/** A violation as its driver sees it, with nothing of other violations. */
export const notice = z.object({
  token: z.string(),
  operator: z.string(),
  property: z.string(),
  timezone: z.string(),
  appeal_by: z.nullable(localDateText),
  wording: z.nullable(z.string()),
  ticket: z.pick(ticket, {
    code: true,
    plate: true,
    state: true,
    status: true,
    amount: true,
    created_at: true,
    evidence: true,
    image_url: true,
  }),
  appeal: z.nullable(ownAppeal),
  /** Whether it can be paid by card on the page, while it's open. */
  takes_cards: z.boolean(),
  /** A payment in progress; `confirm_by` = the driver's bank wants them to confirm it by then. */
  payment: z.nullable(z.object({ amount: centsField, confirm_by: z.nullable(z.int()) })),
});
export type Notice = z.infer<typeof notice>;

export const findNotice = endpoint({
  method: 'POST',
  path: '/api/appeals/find/',
  summary: 'What drivers see of their violation, by its number and the license plate',
  access: everybody,
  body: z.strictObject({
    code: text(40, appealMessages.code),
    plate: text(20, appealMessages.plate),
  }),
  answer: notice,
  failure: 'Could not look up the violation',
});

/** The token of a violation that was found, valid for an hour. */
const byToken = {
  access: everybody,
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w.-]{20,120}$/)) }),
} as const;

/** An email address or a phone number; left out or empty = none. */
const optionalText = (max: number) =>
  z.optional(z.string().check(oneLine, z.trim(), atMost(max), storable));

const contactGiven = z.refine<{ email?: string | undefined; phone?: string | undefined }>(
  ({ email, phone }) => Boolean(email || phone),
  { error: appealMessages.contact, path: ['email'], when: isObject },
);

// It also runs where the field itself was refused, and isn't text.
const emailValid = z.refine<{ email?: unknown }>(
  ({ email }) => !email || typeof email !== 'string' || readEmail(email) !== null,
  { error: appealMessages.email, path: ['email'], when: isObject },
);

/** The form of an appeal. */
export const appealForm = z
  .strictObject({
    /** From the page: an appeal that is sent twice is the same one. */
    request: z.uuid(),
    reason: z.enum(reasonNames, { error: appealMessages.reason }),
    text: longText(appealRules.maxText, appealMessages.text),
    email: optionalText(254),
    phone: optionalText(40),
    language: z._default(z.enum(appealLanguages), 'en'),
  })
  .check(contactGiven, emailValid);

export type AppealForm = z.input<typeof appealForm>;

export const sendAppeal = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/',
  summary: 'Appeals an open violation; sending it twice makes one appeal',
  body: appealForm,
  answer: notice,
  failure: 'Could not send the appeal',
});

export const addAppealImage = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/images/',
  summary:
    'Adds an image to an open appeal, a JPEG, PNG or WebP of up to 5 MB; sending it twice adds it once',
  raw: true,
  bodyLimit: appealRules.maxImageBytes,
  answer: notice,
  failure: 'Could not send the image',
});

export const startNoticeCard = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/card/',
  summary: 'Starts entering a card at the payment processor, to pay a violation',
  answer: z.object({ client_secret: z.nullable(z.string()) }),
  failure: 'Could not start the payment',
});

export const payNotice = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/payment/',
  summary: 'Pays an open violation with a card, once, however often it’s called',
  body: z.strictObject({
    /** What the driver was shown. */
    amount: amountField,
    card: z.string().check(z.minLength(1), atMost(200), storable),
  }),
  answer: notice,
  failure: 'Could not pay the violation',
});

export const startNoticeConfirmation = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/payment/confirmation/',
  summary: 'Starts confirming a payment of a violation that the card’s bank wants confirmed',
  answer: z.object({ client_secret: z.string(), payment_method: z.string() }),
  failure: 'Could not confirm the payment',
});

export const checkNoticePayment = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/appeals/notices/:token/payment/check/',
  summary: 'Asks the payment processor what became of a payment of a violation',
  answer: notice,
  failure: 'Could not check the payment',
});

const person = z.object({ pk: z.int(), name: z.string() });

/** An appeal in the list of staff. Timestamps in ms since 1970. */
const listedAppeal = z.object({
  pk: z.int(),
  state: z.enum(stateNames),
  reason: z.enum(reasonNames),
  code: z.string(),
  plate: z.string(),
  plate_state: z.nullable(z.string()),
  spot: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  amount: centsField,
  sent_at: z.int(),
  due_on: localDateText,
  /** Whether the day to answer has passed. */
  overdue: z.boolean(),
  assignee: z.nullable(person),
});
export type ListedAppeal = z.infer<typeof listedAppeal>;

const appealEvents = ['sent', 'assigned', 'unassigned', 'decided'] as const;

/** All that staff see of one appeal. */
const appealDetail = z.extend(listedAppeal, {
  ticket,
  text: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  images: z.array(image),
  first_amount: centsField,
  language: z.enum(appealLanguages),
  answer: z.nullable(z.string()),
  history: z.array(
    z.object({
      event: z.enum(appealEvents),
      at: z.int(),
      /** Who did it; null = the driver. */
      person: z.nullable(z.string()),
      assignee: z.nullable(z.string()),
    }),
  ),
  /** Who may be assigned. */
  staff: z.array(person),
});
export type AppealDetail = z.infer<typeof appealDetail>;

const organizationParams = { id: pkOrUuidText };
const deciders = inOrganization('params.id', adminAndEmployee);

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/appeals/',
  summary:
    'The appeals of an organization: open ones by the day they are due, or the others, newest first',
  access: deciders,
  params: z.strictObject(organizationParams),
  query: z.strictObject({
    state: z._default(z.enum(appealFilters), 'open'),
    assignee: z._default(z.enum(assigneeFilters), 'anybody'),
    page: pageQuery,
  }),
  answer: pageSchema(listedAppeal),
  failure: 'Could not fetch the appeals',
});

const appealParams = z.strictObject({ ...organizationParams, appeal: pkText });

export const getAppeal = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/appeals/:appeal/',
  summary:
    'An appeal with the evidence of its violation, the driver’s words and images, and its history',
  access: deciders,
  params: appealParams,
  answer: appealDetail,
  failure: 'Could not fetch the appeal',
});

/** What the choice of a person shows. */
const shownOfAppeal = ['assignee'] as const;

export const assignAppeal = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/appeals/:appeal/assignee/',
  summary: 'Assigns an open appeal to a person, or to nobody',
  access: deciders,
  params: appealParams,
  shown: shownOfAppeal,
  body: withShown(z.strictObject({ person: z.nullable(pk) }), shownOfAppeal),
  answer: appealDetail,
  failure: 'Could not assign the appeal',
});

const amountIfReduced = z.refine<{ decision: AppealDecision; amount?: number | undefined }>(
  ({ decision, amount }) => (decision === 'reduced') === (amount !== undefined),
  { error: appealMessages.amount, path: ['amount'] },
);

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/appeals/:appeal/decision/',
  summary: 'Decides an open appeal, once, and sends the answer to the driver',
  access: deciders,
  params: appealParams,
  body: z
    .strictObject({
      decision: z.enum(decisionNames),
      amount: z.optional(z.int().check(z.minimum(1, appealMessages.amount))),
      answer: longText(appealRules.maxText, appealMessages.answer),
    })
    .check(amountIfReduced),
  answer: appealDetail,
  failure: 'Could not decide the appeal',
});

/** A text that staff can send as an answer. */
const savedAnswer = z.strictObject({
  name: text(80, 'Enter a name.'),
  text: longText(appealRules.maxText, 'Write an answer.'),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;

const shownOfAnswers = ['answers'] as const;

const savedAnswers = z.object({ answers: z.array(savedAnswer) });

export const listAppealAnswers = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/appeal_answers/',
  summary: 'The saved answers to appeals',
  access: deciders,
  params: z.strictObject(organizationParams),
  answer: savedAnswers,
  failure: 'Could not fetch the saved answers',
});

export const saveAppealAnswers = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/appeal_answers/',
  summary: 'Replaces the saved answers to appeals',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject(organizationParams),
  shown: shownOfAnswers,
  body: withShown(
    z.strictObject({
      answers: z
        .array(savedAnswer)
        .check(z.maxLength(appealRules.maxAnswers, `At most ${appealRules.maxAnswers} answers.`)),
    }),
    shownOfAnswers,
  ),
  answer: savedAnswers,
  failure: 'Could not save the answers',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  token: 'Names the violation for an hour, in the calls that follow.',
  property: ['The name of the property.', 'Mission Street Garage'],
  appeal_by: ['The last day to appeal; null without one.', '2026-06-30'],
  wording: 'Words that the state requires; null if there are none, or nobody confirmed them.',
  ticket: 'The violation.',
  code: ['The number of the violation.', 'V7K2QX3'],
  plate: 'The license plate.',
  'findNotice.plate': ['The license plate, with or without spaces and dashes.', 'ABC 123'],
  'ticket.state': 'The two letters of the plate’s state; null if it isn’t known.',
  'ticket.status': 'Whether the violation is open (`Created`), paid or waived.',
  'ticket.created_at': 'When it was created, in seconds since 1970.',
  plate_state: 'The two letters of the plate’s state; null if it isn’t known.',
  amount: 'What the violation costs now, in cents.',
  'payNotice.amount':
    'What the violation costs, as the page shows it, in cents. Another one is refused.',
  'payment.amount': 'What is being paid, in cents.',
  card: 'The token of the payment processor for the card.',
  takes_cards: 'Whether the violation can be paid by card with `payment/`, while it’s open.',
  payment: 'A payment in progress; null without one.',
  confirm_by:
    'Until when the driver can confirm the payment at their bank, in milliseconds since 1970; null = that isn’t asked for.',
  client_secret: 'The secret for the processor’s own script; null = the sandbox, which has none.',
  payment_method: 'The processor’s name of the card.',
  'decideAppeal.amount': 'With `reduced`: what the violation costs from now on, in cents.',
  first_amount: 'What the violation cost when it was appealed, in cents.',
  image_url: 'A URL of the car, which expires after 15 minutes; null if there is no image.',
  evidence: 'What the violation rests on; null for those from before that was kept.',
  rule: 'The rule that was broken, in words.',
  unpaid_from: 'From when the stay wasn’t paid for, in ISO 8601.',
  grace_minutes: 'How many minutes the car could stay before it had to be paid for.',
  'evidence.price': 'The price that was in force; null if none was.',
  entrance_at: 'When the car came in, in ISO 8601; null if no camera saw it.',
  exit_at: 'When the car left, in ISO 8601; null if no camera saw it.',
  pictures: 'The images of the visit.',
  label: 'What the image shows.',
  appeal: 'The appeal; null if nobody appealed.',
  'appeal.state':
    'What became of the appeal; `closed` if the violation was paid, or waived elsewhere.',
  state: 'What became of the appeal; `closed` if the violation was paid, or waived elsewhere.',
  'listAppeals.state': '`open` for those to decide, `done` for all others.',
  reason: 'Why the driver appeals.',
  text: 'What the driver wrote.',
  'answers.text': 'The answer.',
  'answers.name': ['What staff call the answer.', 'Paid at the machine'],
  sent_at: 'When it was sent, in milliseconds since 1970.',
  due_on: ['The deadline for the answer.', '2026-06-29'],
  overdue: 'Whether that day has passed and nobody decided.',
  images: 'The driver’s images.',
  url: 'A URL that opens the image. It expires after 15 minutes.',
  decided_at: 'When it was decided, in milliseconds since 1970; null if it wasn’t.',
  answer: 'What staff answered; null if nobody decided.',
  'decideAppeal.answer': 'The answer that the driver gets.',
  answers: 'The saved answers, in the order that staff see them.',
  request: 'A UUID that the page makes. An appeal sent again with it is the same one.',
  email: ['Where the answer goes, by email.', 'ana@example.com'],
  phone: ['Where the answer goes, as a text message.', '+16025550147'],
  'results.spot': 'The property.',
  language:
    'The language of the page that sends the appeal, and of the messages to its driver: `en` or `es`; left out = `en`.',
  spot: 'The property.',
  assignee: 'Who deals with it; null if nobody does.',
  'assignee.name': ['The name of the person.', 'Robin Reyes'],
  'staff.name': ['The name of the person.', 'Robin Reyes'],
  'listAppeals.assignee': 'Only those assigned to the caller or to nobody.',
  'history.assignee': 'Who was assigned.',
  history: 'What happened to the appeal, oldest first.',
  event: 'What happened.',
  at: 'When, in milliseconds since 1970.',
  person: 'Who did it; null for the driver.',
  'assignAppeal.person': 'The number of the person, or null for nobody.',
  staff: 'Who can be assigned.',
  decision: 'Whether the violation is waived, reduced or upheld.',
};
