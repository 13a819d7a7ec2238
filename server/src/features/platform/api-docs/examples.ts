import type { BatchOutcome } from '@lotkeeper/contract/kernel/batch';

/** A request with its response, as a program sends and receives them. */
export interface CallExample {
  request?: unknown;
  answer: unknown;
}

interface SentItem {
  external_id: string;
  [field: string]: unknown;
}

/** The response to a single valid item. */
function toAnswer(item: SentItem, outcome: BatchOutcome, record: object) {
  const counts = { recorded: 0, changed: 0, unchanged: 0, refused: 0, [outcome]: 1 };
  return { results: [{ external_id: item.external_id, outcome, ...record }], ...counts };
}

const sendOne = (item: SentItem, pk: number, outcome: BatchOutcome = 'recorded'): CallExample => ({
  request: { items: [item] },
  answer: toAnswer(item, outcome, { pk }),
});

const rental = { source: 'gate', external_id: 'ticket-1041' };
const rentalPk = 155344;

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const image = {
  source: 'gate',
  external_id: 'image-501',
  spot: 1,
  kind: 'overview',
  taken_at: '2026-06-15T09:28:40-07:00',
  orientation: 'Entrance',
  data: onePixel,
};

/** Examples by endpoint name, in an order that works when they're sent. A test sends them. */
export const callExamples: Readonly<Record<string, CallExample>> = {
  listOwnSpots: {
    answer: [
      {
        pk: 1,
        uuid: '6f1c2f5e-8f0b-4c57-9a3e-2b7d1c9e4a10',
        name: 'Mission Street Garage',
        city: 'Phoenix',
        state: 'AZ',
        timezone: 'America/Phoenix',
        classification: 'Garage',
        quantity: 120,
        price_hourly: 500,
        price_daily: 2500,
        price_monthly: 25000,
        price_flat: null,
        daily_max: 3000,
      },
    ],
  },
  ingestRentals: sendOne(
    {
      ...rental,
      spot: 1,
      rental_type: 'hourly',
      start_date: '2026-06-15T09:30:00-07:00',
      end_date: '2026-06-15T11:30:00-07:00',
      car: { plate: 'ABC 123', state: 'AZ', country: 'US', make: 'Ford', color: 'gray' },
      renter: { first_name: 'Ana', last_name: 'Ruiz', email: 'ana@example.com' },
      charges: [
        {
          external_id: 'card-77',
          occurred_at: '2026-06-15T09:30:00-07:00',
          amount: 1080,
          tax: 80,
          processing_fee: 31,
        },
      ],
    },
    rentalPk,
  ),
  changeRentals: sendOne(
    {
      ...rental,
      changed_at: '2026-06-15T10:00:00-07:00',
      end_date: '2026-06-15T12:00:00-07:00',
    },
    rentalPk,
    'changed',
  ),
  endRentals: sendOne(
    {
      ...rental,
      ended_at: '2026-06-15T12:03:00-07:00',
      charges: [
        {
          external_id: 'card-78',
          occurred_at: '2026-06-15T12:03:00-07:00',
          amount: 540,
          tax: 40,
          processing_fee: 16,
        },
      ],
    },
    rentalPk,
    'changed',
  ),
  ingestPayments: sendOne(
    {
      source: 'gate',
      external_id: 'card-79',
      kind: 'charge',
      rental,
      occurred_at: '2026-06-15T12:04:00-07:00',
      amount: 216,
      tax: 16,
      processing_fee: 6,
    },
    165598,
  ),
  ingestRefunds: sendOne(
    {
      source: 'gate',
      external_id: 'refund-12',
      rental,
      occurred_at: '2026-06-15T12:05:00-07:00',
      amount: 540,
      tax: 40,
    },
    165599,
  ),
  ingestVisits: sendOne(
    {
      source: 'gate',
      external_id: 'visit-300',
      spot: 1,
      plate: 'ABC 123',
      state: 'AZ',
      country: 'US',
      entrance_at: '2026-06-15T09:28:40-07:00',
      exit_at: '2026-06-15T12:03:20-07:00',
    },
    88120,
  ),
  ingestReads: sendOne(
    {
      source: 'gate',
      external_id: 'read-9001',
      spot: 1,
      camera: 'entrance-1',
      direction: 'Entrance',
      plate: 'ABC 123',
      state: 'AZ',
      country: 'US',
      captured_at: '2026-06-15T09:28:40-07:00',
      confidence: 0.97,
      plate_box: { x: 812, y: 430, width: 180, height: 60 },
    },
    51207,
  ),
  ingestReviews: sendOne(
    {
      source: 'gate',
      external_id: 'review-8',
      spot: 1,
      rating: 5,
      comment: 'Easy to find.',
      reasons: ['Clean', 'Safe'],
      created_at: '2026-06-15T12:30:00-07:00',
    },
    4101,
  ),
  ingestNotes: sendOne(
    {
      source: 'gate',
      external_id: 'note-3',
      spot: 1,
      title: 'Gate arm replaced',
      description: 'The arm at the north entrance was bent.',
      happened_at: '2026-06-15T08:00:00-07:00',
    },
    702,
  ),
  ingestImages: {
    request: { items: [image] },
    answer: toAnswer(image, 'recorded', { uuid: 'f3b0c442-98fc-4c14-9afb-f4c8996fb924' }),
  },
  ingestValet: sendOne(
    {
      source: 'hotel',
      external_id: 'booking-77',
      spot: 1,
      phone: '+16025550147',
      booked_for: '2026-06-15T18:00:00-07:00',
      plate: 'ABC 123',
      state: 'AZ',
      country: 'US',
      make: 'Ford',
    },
    930,
  ),
  checkPromoCode: {
    answer: {
      usable: true,
      reason: null,
      discount_type: 'value',
      amount: 500,
      applicable_rental_types: ['hourly', 'daily'],
    },
  },
  checkPlateByKey: {
    answer: {
      checked_at: 1781541000000,
      plate: 'ABC 123',
      state: 'AZ',
      answer: 'may_park',
      until: 1781548200000,
      came_at: 1781540940000,
      asked_at: null,
      grace_minutes: 15,
      rights: [
        {
          kind: 'rental',
          from: 1781541000000,
          until: 1781548200000,
          spot: null,
          plate: null,
          seen_at: null,
        },
      ],
      reads: [
        {
          captured_at: 1781540940000,
          direction: 'Entrance',
          camera: 'Gate in',
          image_url: null,
        },
      ],
      violation: null,
      owes: 0,
      penalty: null,
    },
  },
  receiveCameraMessage: { answer: { outcome: 'read', reads: 1, reason: null } },
};

/** A response with a refused item and others. */
export const refusedExample = {
  results: [
    { external_id: 'ticket-1041', outcome: 'unchanged', pk: rentalPk },
    {
      external_id: 'ticket-1042',
      outcome: 'refused',
      detail: 'spot: Must be the number or uuid of a property.',
      fields: { spot: 'Must be the number or uuid of a property.' },
    },
  ],
  recorded: 0,
  changed: 0,
  unchanged: 1,
  refused: 1,
};
