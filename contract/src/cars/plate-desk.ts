import * as z from 'zod/mini';
import { adminAndEmployee, inOrganization } from '../kernel/access.ts';
import { carFields, plateCharacters } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { states } from '../kernel/places.ts';
import { isPlaceholder } from '../kernel/plates.ts';
import { holds, visitOutcomes } from '../people/filter-words.ts';

/** What a person can find out with one key. */
export const plainVerdicts = ['confirmed', 'misread', 'not_customer'] as const;
export type PlainVerdict = (typeof plainVerdicts)[number];

/** What a person can find out about a doubtful visit. */
export const deskVerdicts = [
  ...plainVerdicts,
  'corrected',
  'joined',
  'split',
  'completed',
] as const;
export type DeskVerdict = (typeof deskVerdicts)[number];

/** Why what a visit owes waits for a person. */
export type Hold = (typeof holds)[number];

export const deskMessages = {
  decided: 'Somebody decided this car meanwhile. Here is the next one.',
  undone:
    'This decision can’t be undone anymore: it’s older than a day, or somebody decided again.',
  other: 'This visit isn’t at the property anymore. Choose another one.',
  otherTaken: 'Somebody else is looking at that visit. Try again in five minutes.',
  unread: 'This car isn’t there anymore, or it’s part of another stay. Choose another one.',
  noReads: 'No camera’s read belongs to this visit, so there is nothing to correct.',
  split: 'Both stays need a read. Choose another one.',
  placeholder: 'Cameras send this for a plate that they can’t read, so it can’t be the plate.',
  far: 'A stay can’t last more than 30 days.',
} as const;

const allStates = new Set<string>(Object.values(states).flat());

const findingsWith = <Plate extends z.ZodMiniType<string>>(plate: Plate) => {
  const car = {
    plate,
    state: z.nullable(
      z
        .string()
        .check(z.refine((state) => allStates.has(state), 'Must be a state of US, MX or CA.')),
    ),
  };
  return z.discriminatedUnion('verdict', [
    z.strictObject({ verdict: z.enum(plainVerdicts) }),
    z.strictObject({ verdict: z.literal('corrected'), ...car }),
    z.strictObject({ verdict: z.literal('joined'), other: pk, ...car }),
    z.strictObject({ verdict: z.literal('split'), from: pk }),
    z.strictObject({ verdict: z.literal('completed'), read: pk }),
  ]);
};

/** What a person sends: the plate is typed, and converted to capital letters. */
const deskFinding = findingsWith(
  carFields.plate.check(
    plateCharacters,
    z.refine((plate) => !isPlaceholder(plate), deskMessages.placeholder),
  ),
);
/** A verdict with what belongs to it. */
export type DeskFinding = z.infer<typeof deskFinding>;

/** Why a visit waits for a person. */
export const deskReasons = [
  'no_entrance',
  'unsure_read',
  'look_alike',
  'double_dip',
  'clocks',
  'doubtful',
  'uncharged',
  'too_late',
  'changed',
  ...holds,
] as const;
export type DeskReason = (typeof deskReasons)[number];

export const deskReasonTexts: Record<DeskReason, string> = {
  no_entrance: 'It left, and nobody saw it come.',
  unsure_read: 'A camera wasn’t sure of the plate.',
  look_alike: 'Its plate was read in different ways.',
  double_dip: 'The same plate came again within ten minutes.',
  two_places: 'The same plate was at another property at the same time.',
  clocks: 'By the cameras’ clocks, it left before it came.',
  doubtful: 'The reads may be of two cars.',
  uncharged: 'It owed something, and nobody charged it.',
  too_late: 'It owed something, and was noticed too late to charge it.',
  changed: 'A read came after somebody had decided.',
  low_confidence: 'No camera was as sure of the plate as this property asks for.',
  one_read: 'Only one read has this plate, and a charge needs two.',
  outage: 'Nobody saw it leave, and a camera saw nothing while it may have.',
  clock: 'By the times its reads arrived, it owes less or nothing.',
  above_posted: 'It would cost more than the price posted when it came in.',
  large_amount: 'It would cost more than this property charges without a person.',
  long_stay: 'It was there for longer than this property charges without a person.',
};

/** For how many days visits wait for a person at a new property. */
export const deskDays = 30;
/** How many other visits are offered as the same stay. */
export const maxOthers = 6;
/** How many reads without a plate are offered as the missing end. */
export const maxUnread = 30;
/** For how many minutes a visit is kept for who is looking at it. */
export const claimMinutes = 5;
/** The count of waiting visits stops here. */
export const maxWaiting = 1000;

const seen = z.nullable(z.int());
const picture = z.nullable(z.string());

const deskReading = z.object({
  pk: z.int(),
  camera: z.nullable(z.string()),
  direction: z.nullable(z.enum(['Entrance', 'Exit'])),
  captured_at: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  confidence: z.nullable(z.number()),
  sureness: z.nullable(z.number()),
  candidates: z.array(z.object({ plate: z.string(), confidence: z.nullable(z.number()) })),
});
export type DeskReading = z.infer<typeof deskReading>;

/** Another visit, which may be of the same stay. */
const otherVisit = z.object({
  visit: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  entrance_timestamp: seen,
  exit_timestamp: seen,
  image: picture,
  is_known: z.boolean(),
  outcome: z.nullable(z.enum(visitOutcomes)),
});
export type OtherVisit = z.infer<typeof otherVisit>;

/** A car that came or left without its plate being read. */
const unreadCar = z.object({
  read: z.int(),
  camera: z.nullable(z.string()),
  captured_at: z.int(),
  image: picture,
});

const deskEffects = z.object({
  visits: z.array(
    z.object({
      plate: z.string(),
      state: z.nullable(z.string()),
      entrance_timestamp: seen,
      exit_timestamp: seen,
      outcome: z.nullable(z.enum(visitOutcomes)),
    }),
  ),
  charged: centsField,
  refunded: centsField,
  violations_opened: centsField,
  violations_waived: centsField,
});
/** What a decision changes. */
export type DeskEffects = z.infer<typeof deskEffects>;

const deskItem = z.object({
  visit: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  spot: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  entrance_timestamp: seen,
  exit_timestamp: seen,
  entrance_image: picture,
  exit_image: picture,
  entrance_license_plate_image: picture,
  exit_license_plate_image: picture,
  outcome: z.nullable(z.enum(visitOutcomes)),
  uncollected: centsField,
  reasons: z.array(z.enum(deskReasons)),
  readings: z.array(deskReading),
  others: z.array(otherVisit),
  unread: z.array(unreadCar),
  suggestion: z.object({ finding: z.nullable(findingsWith(z.string())), why: z.string() }),
});
export type DeskItem = z.infer<typeof deskItem>;

const access = inOrganization('params.id', adminAndEmployee);

export const takeDeskItem = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/desk/next/',
  summary: 'Takes the next visit that waits for a person; for five minutes nobody else gets it',
  access,
  params: z.strictObject({ id: pkOrUuidText }),
  body: z.strictObject({
    spot: z.nullable(pk),
    /** Visits that were skipped. */
    skipped: z.array(pk).check(z.maxLength(200)),
    /** The visit to take, unless somebody else has it. */
    visit: z.optional(pk),
  }),
  answer: z.object({ item: z.nullable(deskItem), waiting: z.int(), has_cameras: z.boolean() }),
  failure: 'Could not fetch the next car',
});

export const decideDeskItem = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/desk/:visit/',
  summary: 'Records what a person found out about a visit',
  access,
  params: z.strictObject({ id: pkOrUuidText, visit: pkText }),
  body: deskFinding,
  answer: z.object({ decision: z.int(), effects: deskEffects }),
  failure: 'Could not save the decision',
});

export const previewDeskFindings = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/desk/:visit/preview/',
  summary: 'Shows what decisions about a visit would change, and changes nothing',
  access,
  params: z.strictObject({ id: pkOrUuidText, visit: pkText }),
  body: z.strictObject({ findings: z.array(deskFinding).check(z.minLength(1), z.maxLength(4)) }),
  answer: z.object({ effects: z.array(deskEffects) }),
  failure: 'Could not find out what this changes',
});

export const undoDeskDecision = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/desk/:visit/undo/',
  summary: 'Undoes the last decision about a visit, within a day; the visit waits again',
  access,
  params: z.strictObject({ id: pkOrUuidText, visit: pkText }),
  body: z.strictObject({ decision: pk }),
  answer: z.object({ visit: z.int() }),
  failure: 'Could not undo the decision',
});

/** How well suggestions and cameras did lately. */
const deskFigures = z.object({
  days: z.int(),
  decided: z.int(),
  suggested: z.int(),
  accepted: z.int(),
  misread: z.int(),
});
export type DeskFigures = z.infer<typeof deskFigures>;

export const getDeskFigures = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/desk/figures/',
  summary:
    'How many suggestions were accepted, and how many cars were misread, in the last 30 days',
  access,
  events: [],
  params: z.strictObject({ id: pkOrUuidText }),
  query: z.strictObject({ spot: z.optional(pkText) }),
  answer: deskFigures,
  failure: 'Could not fetch how the desk does',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  spot: 'Only visits of this property, by its number; null for all.',
  skipped: 'Visits that aren’t wanted now.',
  'takeDeskItem.visit': 'The visit to take, unless somebody else has it.',
  item: 'The visit; null if none waits.',
  waiting: 'How many visits wait, up to 1,000.',
  has_cameras: 'Whether any camera has a property here, or is at the one that was asked for.',
  visit: 'The visit, by its number.',
  plate: 'The license plate, as the surest read has it.',
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  'item.spot': 'The property.',
  entrance_timestamp: 'When the car came in, in seconds since 1970; null if no camera saw it.',
  exit_timestamp: 'When the car left, in seconds since 1970; null if no camera saw it.',
  entrance_image:
    'A URL of the car coming in, which expires after 15 minutes; null if there is no image.',
  exit_image:
    'A URL of the car leaving, which expires after 15 minutes; null if there is no image.',
  entrance_license_plate_image:
    'A URL of the plate at the entrance, which expires after 15 minutes; null if there is no image.',
  exit_license_plate_image:
    'A URL of the plate at the exit, which expires after 15 minutes; null if there is no image.',
  outcome: 'How the visit counts now; null if it doesn’t yet.',
  uncollected: 'What the stay would have cost at the price in force, in cents.',
  reasons: 'Why it waits.',
  readings: 'What cameras read, oldest first.',
  camera: 'The name of the camera; null if it isn’t known.',
  direction: 'Which way the car drove; null if it isn’t known.',
  captured_at: 'When, by the camera’s corrected clock, in seconds since 1970.',
  confidence: 'From 0 to 1; null if the camera doesn’t report one.',
  sureness:
    'What the read counts as, from 0 to 1: the camera’s own confidence, changed by how often it was right with these characters; 1 if a person said what the plate was; null if the camera doesn’t report one.',
  candidates: 'Other plates that the camera considered.',
  others: 'Other visits that may be of the same stay, most similar first.',
  unread: 'Cars at the end that no camera saw, whose plate wasn’t read, nearest in time first.',
  read: 'The read of a car without its plate, by its number.',
  image: 'A URL of the plate, or of the car; null if there is no image.',
  is_known: 'Whether it is of a car of the organization.',
  suggestion:
    'What is probably right, and why; without a finding, what the reads show isn’t enough to say.',
  finding: 'A verdict with what belongs to it.',
  findings: 'Verdicts with what belongs to them.',
  other: 'The other visit of the same stay, by its number.',
  from: 'The first read of the second stay, by its number.',
  effects: 'What a decision changes; of several in their order.',
  visits: 'The visits that the reads belong to afterward.',
  charged: 'What enforcement charges, in cents.',
  refunded: 'What enforcement gives back, in cents.',
  violations_opened: 'The amount of violations that are opened, in cents.',
  violations_waived: 'The amount of violations that are waived, in cents.',
  why: 'Why that is probably right.',
  verdict: 'What a person found out.',
  decision: 'The decision, by its number.',
  'getDeskFigures.spot': 'Only visits of this property, by its number; left out for all.',
  days: 'How many days back the figures go.',
  decided: 'How many decisions people made that weren’t undone.',
  suggested: 'For how many of them something was suggested.',
  accepted: 'How many of them were as suggested.',
  misread: 'How many cars were found misread.',
};
