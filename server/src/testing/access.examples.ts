import { randomUUID } from 'node:crypto';
import type { Role } from '@lotkeeper/contract/kernel/access';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';

const webhookSettings = {
  url: 'https://shop.example/hooks',
  types: ['rental.created' as const],
  spots: null,
};
const remittanceFile = 'Rental ID,Starts,Net\nSH-1,05/13/2026,17.00';
const bankFile = 'Date,Description,Amount\n2026-05-06,LOTKEEPER 2026-04,872.00\n';

/** What the examples act on: the organization and its property, by pk or uuid. */
export interface Location {
  organization: string;
  spot: string;
  /** A person whose role the calls may change. */
  person: string;
  /** An API key of the organization that the calls may revoke. */
  apiKey: string;
  /** A webhook of the organization, and one that the calls may remove. */
  webhook: string;
  endingWebhook: string;
  /** A member, by the pk of the person, and an open invitation; the calls may remove both. */
  member: string;
  invitation: string;
  /** A discount code of the property, which has a booking link; the calls may delete the code. */
  promoCode: string;
  /** A link for auditors that the calls may revoke, and the token of another that covers January 2019. */
  auditorLink: string;
  auditorToken: string;
  /** The token of a calendar of the property’s events. */
  calendarToken: string;
  /** The token in a letter that somebody got. */
  letterStop: string;
  /** A transaction of the organization's bank, and a remittance file that the calls may remove. */
  bankLine: string;
  serviceCar: string;
  remittanceFile: string;
  /** An import of history that the calls may undo, and a property of the organization. */
  historyImport: string;
  historySpot: string;
  /** Journals of March 2026, which the calls may correct. */
  bookExport: string;
  /** A custom report that the property has saved; the calls may delete it. */
  customReport: string;
  /** A validation code and a visitor of the property; the calls may delete both. */
  visitorCode: string;
  visitor: string;
  /** A sponsor of a code of the property; the calls may end it. */
  sponsor: string;
  /** The text of that code, a file that the caller uploaded, and one whose visitors were added earlier. */
  code: string;
  upload: string;
  visitorImport: string;
  /** A visitor who waits to be validated, and a kiosk of the property. */
  waiting: string;
  kiosk: string;
  /** An event of the property that the calls may delete. */
  event: string;
  /** An open violation of the property, by its uuid and its code, that the calls may waive. */
  violation: string;
  violationCode: string;
  /** A violation that nobody appealed, by its code and by the token that its driver has. */
  noticeCode: string;
  notice: string;
  /** An open appeal that the calls may decide, and the token that its driver has. */
  appeal: string;
  appealNotice: string;
  /** A visit of the property. */
  visit: string;
  /** A decision about that visit, which the calls may undo. */
  decision: string;
  /** A hold on that visit, which the calls may release. */
  hold: string;
  /** An open privacy request about the plate ABC123, whose data the calls may erase. */
  privacyRequest: string;
  /** An export of everything that is done. */
  organizationExport: string;
  /** An open alert, the link that mutes it, the link that ends mails, and a plate that the calls may unwatch. */
  alert: string;
  muteToken: string;
  unsubscribeToken: string;
  watchedPlate: string;
  /** A monthly rental of the property by its pk and its uuid, which the calls may end, and another car. */
  rental: string;
  entry: string;
  monthlyRental: string;
  car: string;
  /** A rate of the property that the calls may delete. */
  rate: string;
  /** A sender of camera messages that the calls may delete, its camera, and a message that couldn't be read. */
  feed: string;
  camera: string;
  message: string;
  /** The key of an active sender of the organization. */
  feedKey: string;
  /** The payment processor's tokens for an EIN and for a card. */
  einToken: string;
  /** A rental whose driver's card was charged, and the charge at the processor. */
  chargedRental: string;
  charge: string;
  cardToken: string;
  /** A valet session of the property whose car is expected, and one whose car is here and paid for. */
  valetPending: string;
  valetActive: string;
  /** The code of the one that is here, and the token of its driver's link. */
  valetCode: string;
  valetLink: string;
  /** The link of a driver who has to confirm a payment, and the secret of a payment that they confirmed. */
  confirmLink: string;
  payableNotice: string;
  confirmNotice: string;
  paidViolation: string;
  violationCharge: string;
  paymentSecret: string;
}

/** A valid request for an endpoint, and who may send it. */
export interface Example {
  /** Who may call it, written by hand instead of derived from the contract. */
  may:
    | 'everybody'
    | 'signed in'
    | 'superusers'
    | 'machines'
    | 'cameras'
    | 'kiosks'
    | readonly Role[];
  input: (place: Location) => { params?: object; query?: object; body?: unknown };
  /** Whether a kiosk at the property may call it too. */
  kiosk?: true;
}

const sourced = { source: 'access-walk', external_id: 'item-1' };
/** A rental of the organization with a charge of $10. */
export const knownRental = { source: 'access-walk', external_id: 'rental-1' };
const at = '2026-06-15T12:00:00Z';
const money = { occurred_at: at, amount: 500, tax: 40, processing_fee: 15 };
const juneWindow = { start: '2026-06-01' as LocalDate, end: '2026-06-30' as LocalDate };
const june = { start_date: '2026-06-01' as LocalDate, end_date: '2026-06-30' as LocalDate };
const fair = {
  name: 'Farmers market',
  start_time: '09:00:00',
  end_time: '17:00:00',
  interval: 'one_time' as const,
  quantity: 20,
  codes: [],
  is_lot_closed: false,
  spaceforce_multiplier: 1,
  date: '2026-06-20' as LocalDate,
};
const nightRate = {
  name: 'Night',
  curve: { kind: 'static' as const },
  unit: 'hour' as const,
  price: 300,
  dynamic_daily_max: null,
  interval: 'daily' as const,
  priority: 1,
  start_date: '2026-06-20' as LocalDate,
  end_date: null,
};
/** A one-pixel image. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** A property or an organization in a body, where a pk is a number. */
const toReference = (name: string) => (/^\d+$/.test(name) ? Number(name) : name);

/** The next unused phone number. */
let phones = 6_025_550_200;
const newPhone = () => String(phones++);
const stand: readonly Role[] = ['ADMIN', 'EMPLOYEE', 'VALET'];

const plated = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };

const exampleMapping = {
  plate: ['plate'],
  time: ['time'],
  camera: null,
  direction: null,
  entrance: null,
  exit: null,
};

const cameraMessage = {
  data: { camera_id: 'gate-1', timestamp: '2026-06-15T12:00:00Z', results: [] },
};

const members: readonly Role[] = ['ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT'];
const office: readonly Role[] = ['ADMIN', 'EMPLOYEE'];
const books: readonly Role[] = ['ADMIN', 'ACCOUNTANT'];
const officeAndBooks: readonly Role[] = ['ADMIN', 'EMPLOYEE', 'ACCOUNTANT'];
const field: readonly Role[] = ['ADMIN', 'EMPLOYEE', 'ENFORCER'];

const sponsorExample = {
  name: 'Cafe',
  kind: 'merchant' as const,
  from: '2026-06-01',
  allowance: 'none' as const,
  allowance_visits: null,
  allowance_value: null,
  price: null,
  codes: [],
};

/** A valid request for every endpoint, by its name. */
export const examples = {
  requestCode: {
    may: 'everybody',
    input: () => ({ body: { username: 'nobody@example.com', phone_country_code: '+1' } }),
  },
  logIn: {
    may: 'everybody',
    input: () => ({
      body: { username: 'nobody@example.com', password: '000000', phone_country_code: '+1' },
    }),
  },
  getLiveness: { may: 'everybody', input: () => ({}) },
  getReadiness: { may: 'everybody', input: () => ({}) },
  listSealKeys: { may: 'everybody', input: () => ({}) },
  logOut: { may: 'signed in', input: () => ({}) },
  listSessions: { may: 'signed in', input: () => ({}) },
  removeOtherSessions: { may: 'signed in', input: () => ({}) },
  listPasskeys: { may: 'signed in', input: () => ({}) },
  beginPasskey: { may: 'signed in', input: () => ({}) },
  addPasskey: { may: 'signed in', input: () => ({ body: { name: 'Office', response: {} } }) },
  removePasskey: { may: 'signed in', input: () => ({ params: { passkey: '999999999' } }) },
  challengePasskey: { may: 'everybody', input: () => ({}) },
  logInWithPasskey: { may: 'everybody', input: () => ({ body: { response: {} } }) },
  confirmWithPasskey: { may: 'signed in', input: () => ({ body: { response: {} } }) },
  requestOwnCode: { may: 'signed in', input: () => ({}) },
  confirmSession: { may: 'signed in', input: () => ({ body: { code: '000000' } }) },
  listPushDevices: { may: 'signed in', input: () => ({}) },
  savePushDevice: {
    may: 'signed in',
    input: () => ({
      body: {
        endpoint: 'https://push.example/one',
        keys: {
          p256dh:
            'BB6g3I2Q0oVE0DahPXxLAYcnmvYdFB1MsqTdfPsAUErZthJgcOBCEkNRPvseHne_SsadUNHAa7WQmBqoyQv98vU',
          auth: 'A'.repeat(22),
        },
        is_new: true,
      },
    }),
  },
  testPushDevice: { may: 'signed in', input: () => ({ params: { device: '999999999' } }) },
  ringPushDevice: {
    may: stand,
    input: ({ spot }) => ({ params: { device: '999999999' }, body: { spot, is_on: true } }),
  },
  removePushDevice: { may: 'signed in', input: () => ({ params: { device: '999999999' } }) },
  getProfile: { may: 'signed in', input: () => ({}) },
  dismissNews: { may: 'signed in', input: () => ({}) },
  listOrganizations: { may: 'signed in', input: () => ({}) },
  getOrganization: {
    may: members,
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  recordHandRental: {
    may: ['ADMIN'],
    input: ({ spot }) => ({
      body: {
        spot,
        rental_type: 'hourly' as const,
        starts_at: 1_780_000_000_000,
        ends_at: 1_780_003_600_000,
        car: null,
        amount: 500,
        tax: 0,
        reason: 'Cash',
        request: '3f0f2d4e-5a5e-4b6f-9c43-1f2a7e6b8d90',
      },
    }),
  },
  recordHandPayment: {
    may: ['ADMIN'],
    input: ({ rental }) => ({
      params: { id: rental },
      body: {
        paid_at: 1_780_000_000_000,
        amount: 500,
        tax: 0,
        reason: 'Cash',
        request: '3f0f2d4e-5a5e-4b6f-9c43-1f2a7e6b8d91',
      },
    }),
  },
  lookAtSetup: { may: 'everybody', input: () => ({ body: { ticket: 'x' } }) },
  beginSetup: {
    may: 'everybody',
    input: () => ({
      body: {
        ticket: 'x',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        phone: null,
        company: 'Lots',
      },
    }),
  },
  getSetup: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  endSetup: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  getMessageServers: { may: 'superusers', input: () => ({}) },
  saveMailServer: {
    may: 'superusers',
    input: () => ({
      body: {
        host: '127.0.0.1',
        port: 9,
        user: null,
        password: null,
        sender: 'no-reply@lots.example',
        sender_name: '',
      },
    }),
  },
  saveTextServer: {
    may: 'superusers',
    input: () => ({ body: { url: 'http://127.0.0.1:9/', token: 'x', from: 'Lots' } }),
  },
  removeMessageServer: { may: 'superusers', input: () => ({ params: { medium: 'sms' as const } }) },
  sendTestMessage: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { medium: 'email' as const },
    }),
  },
  getOperationsRegion: {
    may: members,
    input: ({ organization }) => ({ query: { org: organization } }),
  },
  listSpots: { may: members, input: ({ organization }) => ({ query: { organization } }) },
  getSpot: { may: members, input: ({ spot }) => ({ params: { id: spot } }) },
  getSlotOverview: {
    may: books,
    input: ({ spot }) => ({
      query: { spot, start_date_from: 1_700_000_000, start_date_to: 1_800_000_000 },
    }),
  },
  getSpotReport: { may: officeAndBooks, input: ({ spot }) => ({ query: { spot } }) },
  getAggregatorRentals: {
    may: office,
    input: ({ spot }) => ({ query: { spot, month: 6, year: 2026 } }),
  },
  downloadAggregatorRentals: {
    may: office,
    input: ({ spot }) => ({ query: { spot, month: 6, year: 2026 } }),
  },
  getRevenueByMonth: { may: books, input: ({ spot }) => ({ query: { spot_id: spot } }) },
  getRevenueByType: { may: books, input: ({ spot }) => ({ query: { spot_id: spot } }) },
  getDailyReports: { may: books, input: ({ spot }) => ({ query: { spot } }) },
  downloadDailyReports: {
    may: books,
    input: ({ spot }) => ({ query: { spot, ...june } }),
  },
  getIncomeStatement: {
    may: books,
    input: ({ organization }) => ({ query: { organization, ...june } }),
  },
  downloadIncomeStatement: {
    may: books,
    input: ({ organization }) => ({ query: { organization, ...june } }),
  },
  downloadIncomeStatementPdf: {
    may: books,
    input: ({ organization }) => ({ query: { organization, ...june } }),
  },
  getBookAccounts: {
    may: books,
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  setBookAccounts: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        transient: '4000',
        monthly: '4010',
        enterprise: '4020',
        penalties: '4030',
        refunds: '4090',
        tax: '2200',
        processing_fee: '6100',
        commission: '6200',
        payout: '1000',
        clearing: '1200',
        authorities: [],
      },
    }),
  },
  listBookExports: {
    may: books,
    input: ({ organization }) => ({ params: { id: organization }, query: {} }),
  },
  createBookExport: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        first_month: '2026-05-01',
        last_month: '2026-05-01',
        format: 'csv',
        grouping: 'month',
        property_field: 'class',
        replace: true,
      },
    }),
  },
  createBookCorrections: {
    may: ['ADMIN'],
    input: ({ organization, bookExport }) => ({
      params: { id: organization, export: bookExport },
    }),
  },
  downloadBookExport: {
    may: books,
    input: ({ organization, bookExport }) => ({ query: { organization, export: bookExport } }),
  },
  downloadMovements: {
    may: books,
    input: ({ organization }) => ({ query: { organization, ...june } }),
  },
  getOutcomes: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ query: { organization, ...june } }),
  },
  takeDeskItem: {
    may: office,
    input: ({ organization }) => ({
      params: { id: organization },
      body: { spot: null, skipped: [] },
    }),
  },
  decideDeskItem: {
    may: office,
    input: ({ organization, visit }) => ({
      params: { id: organization, visit },
      body: { verdict: 'confirmed' },
    }),
  },
  getDeskFigures: {
    may: office,
    input: ({ organization }) => ({ params: { id: organization }, query: {} }),
  },
  listServiceCars: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createServiceCar: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        plate: 'TOW 17',
        state: 'AZ',
        country: 'US' as const,
        kind: 'tow' as const,
        note: '',
      },
    }),
  },
  removeServiceCar: {
    may: ['ADMIN'],
    input: ({ organization, serviceCar }) => ({ params: { id: organization, car: serviceCar } }),
  },
  previewDeskFindings: {
    may: office,
    input: ({ organization, visit }) => ({
      params: { id: organization, visit },
      body: { findings: [{ verdict: 'confirmed' }] },
    }),
  },
  undoDeskDecision: {
    may: office,
    input: ({ organization, visit, decision }) => ({
      params: { id: organization, visit },
      body: { decision: Number(decision) },
    }),
  },
  listCameraGaps: {
    may: ['ADMIN'],
    input: ({ spot }) => ({ query: { spot, ...june } }),
  },
  listUnexplainedCauses: { may: ['ADMIN'], input: ({ spot }) => ({ query: { spot, ...june } }) },
  listOutcomeVisits: {
    may: ['ADMIN'],
    input: ({ spot }) => ({ query: { spot, outcome: 'unexplained', ...june } }),
  },
  getRevenueBridge: {
    may: books,
    input: ({ spot }) => ({
      query: { spot, period: 'month', start_date: '2026-06-01' as LocalDate },
    }),
  },
  getWeek: {
    may: books,
    input: ({ organization }) => ({ query: { organization } }),
  },
  getHome: { may: books, input: ({ organization }) => ({ query: { organization } }) },
  getFigure: {
    may: officeAndBooks,
    input: ({ organization }) => ({ query: { organization, measure: 'rentals', ...june } }),
  },
  downloadFigureEntries: {
    may: books,
    input: ({ spot }) => ({ query: { spot, measure: 'net', ...june } }),
  },
  listFigureEntries: {
    may: officeAndBooks,
    input: ({ spot }) => ({ query: { spot, measure: 'rentals', ...june } }),
  },
  getMultidayPricingHistory: {
    may: officeAndBooks,
    input: ({ spot }) => ({ params: { id: spot }, query: { days: 6 } }),
  },
  listEvents: {
    may: office,
    input: ({ spot }) => ({
      query: { spot, start: june.start_date, end: june.end_date },
    }),
  },
  createEvent: {
    may: office,
    input: ({ spot }) => ({ body: { spot: toReference(spot), ...fair } }),
  },
  updateEvent: {
    may: office,
    input: ({ event }) => ({ params: { id: event }, body: { name: 'Fair' } }),
  },
  removeEvent: { may: office, input: ({ event }) => ({ params: { id: event } }) },
  listRateDays: {
    may: 'superusers',
    input: ({ spot }) => ({ query: { spot, start: june.start_date, end: june.end_date } }),
  },
  listExperimentDays: {
    may: 'superusers',
    input: ({ spot }) => ({ query: { spot, start: june.start_date, end: june.end_date } }),
  },
  createRate: {
    may: 'superusers',
    input: ({ spot }) => ({ body: { spot: toReference(spot), ...nightRate } }),
  },
  updateRate: {
    may: 'superusers',
    input: ({ rate }) => ({ params: { id: rate }, body: { name: 'Night' } }),
  },
  removeRate: { may: 'superusers', input: ({ rate }) => ({ params: { id: rate } }) },
  getTimeline: { may: office, input: ({ spot }) => ({ params: { id: spot }, query: {} }) },
  getReviewReport: { may: office, input: ({ spot }) => ({ query: { spot, days: 90 } }) },
  listReviews: { may: office, input: ({ spot }) => ({ query: { spot, days: 90, page: 1 } }) },
  getMonthlyHeatmap: { may: office, input: ({ spot }) => ({ query: { spot_id: spot } }) },
  getHourlyHeatmap: { may: office, input: ({ spot }) => ({ query: { spot_id: spot } }) },
  getDriverFrequency: { may: office, input: ({ spot }) => ({ query: { spot, ...juneWindow } }) },
  getFrequencyBreakdown: { may: office, input: ({ spot }) => ({ query: { spot, ...juneWindow } }) },
  listTransientDrivers: {
    may: office,
    input: ({ spot }) => ({ query: { spot, ...juneWindow, page: 1 } }),
  },
  getLocalIntelligence: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  listDayNotes: {
    may: officeAndBooks,
    input: ({ spot }) => ({ query: { spot, start: '2026-06-01', end: '2026-06-30' } }),
  },
  listComingDays: {
    may: officeAndBooks,
    input: ({ organization }) => ({ query: { organization } }),
  },
  listApiKeys: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  getTestRentals: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  removeTestRentals: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createApiKey: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { name: 'Gate', grants: ['rentals'] as const },
    }),
  },
  revokeApiKey: {
    may: ['ADMIN'],
    input: ({ organization, apiKey }) => ({ params: { id: organization, key: apiKey } }),
  },
  listWebhooks: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createWebhook: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, body: webhookSettings }),
  },
  changeWebhook: {
    may: ['ADMIN'],
    input: ({ organization, webhook }) => ({
      params: { id: organization, webhook },
      body: webhookSettings,
    }),
  },
  rotateWebhook: {
    may: ['ADMIN'],
    input: ({ organization, webhook }) => ({ params: { id: organization, webhook } }),
  },
  pauseWebhook: {
    may: ['ADMIN'],
    input: ({ organization, webhook }) => ({
      params: { id: organization, webhook },
      body: { paused: false },
    }),
  },
  testWebhook: {
    may: ['ADMIN'],
    input: ({ organization, webhook }) => ({ params: { id: organization, webhook } }),
  },
  listWebhookDeliveries: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: {} }),
  },
  resendWebhook: {
    may: ['ADMIN'],
    input: ({ organization, webhook }) => ({
      params: { id: organization, webhook },
      body: { delivery: null },
    }),
  },
  removeWebhook: {
    may: ['ADMIN'],
    input: ({ organization, endingWebhook }) => ({
      params: { id: organization, webhook: endingWebhook },
    }),
  },
  listRetentionRules: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  setRetentionRule: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization, class: 'images' },
      body: { keep_days: 90 },
    }),
  },
  previewRetentionRule: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization, class: 'images' },
      query: { keep_days: 90 },
    }),
  },
  listRetentionRuns: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: { page: 1 } }),
  },
  listHolds: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  createHold: {
    may: ['ADMIN'],
    input: ({ organization, visit }) => ({
      params: { id: organization },
      body: { visit: Number(visit), reason: 'The driver went to court' },
    }),
  },
  releaseHold: {
    may: ['ADMIN'],
    input: ({ organization, hold }) => ({ params: { id: organization, hold } }),
  },
  listPrivacyRequests: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: { page: 1 } }),
  },
  createPrivacyRequest: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { kind: 'plate', value: 'ABC 123', plate_state: 'AZ' },
    }),
  },
  getPrivacyRequest: {
    may: ['ADMIN'],
    input: ({ organization, privacyRequest }) => ({
      params: { id: organization, request: privacyRequest },
    }),
  },
  downloadPrivacyRequest: {
    may: ['ADMIN'],
    input: ({ organization, privacyRequest }) => ({
      params: { id: organization, request: privacyRequest },
    }),
  },
  erasePrivacyRequest: {
    may: ['ADMIN'],
    input: ({ organization, privacyRequest }) => ({
      params: { id: organization, request: privacyRequest },
      body: { confirm: 'abc-123' },
    }),
  },
  listOrganizationExports: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createOrganizationExport: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { confirm: 'Desert Parking' },
    }),
  },
  downloadOrganizationExport: {
    may: ['ADMIN'],
    input: ({ organization, organizationExport }) => ({
      params: { id: organization, export: organizationExport },
    }),
  },
  listAlerts: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  muteAlert: {
    may: ['ADMIN'],
    input: ({ organization, alert }) => ({
      params: { id: organization, alert },
      body: { for: 'day' as const },
    }),
  },
  muteByLink: {
    may: 'everybody',
    input: ({ muteToken }) => ({ params: { token: muteToken }, body: { for: 'week' as const } }),
  },
  unsubscribeFromAlerts: {
    may: 'everybody',
    input: ({ unsubscribeToken }) => ({ params: { token: unsubscribeToken }, body: {} }),
  },
  getAlertChoices: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  saveAlertChoices: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        email_kinds: [],
        sms_kinds: [],
        push_kinds: [],
        spots: null,
        quiet_from: 1320,
        quiet_until: 420,
      },
    }),
  },
  getAlertLimits: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  saveAlertLimits: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { spot: null, limits: { occupancy_percent: 90, unexplained_cars: null } },
    }),
  },
  listWatchedPlates: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createWatchedPlate: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        plate: 'WATCH ME',
        state: 'AZ',
        purpose: 'police' as const,
        note: null,
        until: '2026-07-01',
      },
    }),
  },
  removeWatchedPlate: {
    may: ['ADMIN'],
    input: ({ organization, watchedPlate }) => ({
      params: { id: organization, watch: watchedPlate },
    }),
  },
  listPromoCodes: { may: office, input: ({ spot }) => ({ query: { spot, page: 1 } }) },
  createPromoCode: {
    may: office,
    input: ({ spot }) => ({
      body: {
        spot: toReference(spot),
        code: `WALK${Math.random().toString(36).slice(2, 12)}`,
        notes: 'For the walk',
        percentage_discount: 10,
        applicable_rental_types: ['hourly' as const],
      },
    }),
  },
  updatePromoCode: {
    may: office,
    input: ({ promoCode }) => ({ params: { id: promoCode }, body: { notes: 'For the walk' } }),
  },
  generatePromoQrCode: {
    may: office,
    input: ({ promoCode }) => ({ body: { promo_code_pk: Number(promoCode) } }),
  },
  downloadPromoFlyer: { may: office, input: ({ promoCode }) => ({ params: { id: promoCode } }) },
  deletePromoCode: { may: office, input: ({ promoCode }) => ({ params: { id: promoCode } }) },
  listPromoUses: {
    may: office,
    input: ({ spot }) => ({ query: { spot, code: 'SPRING15', page: 1 } }),
  },
  getPromoReport: {
    may: office,
    input: ({ spot }) => ({ query: { spot, month: 6, year: 2026 } }),
  },
  getCustomReport: {
    may: books,
    input: ({ spot }) => ({
      query: { spot, measures: 'gross,occupancy', group: 'hour' as const, ...june },
    }),
  },
  downloadCustomReport: {
    may: books,
    input: ({ spot }) => ({
      query: { spot, measures: 'net', group: 'source' as const, ...june },
    }),
  },
  listSavedReports: { may: books, input: ({ spot }) => ({ query: { spot } }) },
  createSavedReport: {
    may: ['ADMIN'],
    input: ({ spot }) => ({
      body: {
        spot: toReference(spot),
        name: `Walk ${Math.random()}`,
        measures: ['gross'],
        group: 'day',
        range: 'last_30_days',
      },
    }),
  },
  renameSavedReport: {
    may: ['ADMIN'],
    input: ({ customReport }) => ({
      params: { id: customReport },
      body: { name: 'Walk' },
    }),
  },
  deleteSavedReport: {
    may: ['ADMIN'],
    input: ({ customReport }) => ({ params: { id: customReport } }),
  },
  checkPromoCode: { may: 'machines', input: ({ spot }) => ({ query: { spot, code: 'SPRING15' } }) },
  listOwnSpots: { may: 'machines', input: () => ({}) },
  ingestRentals: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          {
            ...sourced,
            spot: toReference(spot),
            rental_type: 'hourly' as const,
            start_date: at,
            end_date: null,
            car: null,
            charges: [],
          },
        ],
      },
    }),
  },
  changeRentals: {
    may: 'machines',
    input: () => ({ body: { items: [{ ...knownRental, changed_at: at, paid: false }] } }),
  },
  endRentals: {
    may: 'machines',
    input: () => ({ body: { items: [{ ...knownRental, ended_at: at }] } }),
  },
  ingestPayments: {
    may: 'machines',
    input: () => ({
      body: {
        items: [
          {
            ...sourced,
            ...money,
            external_id: 'payment-1',
            kind: 'charge' as const,
            rental: knownRental,
          },
        ],
      },
    }),
  },
  ingestRefunds: {
    may: 'machines',
    input: () => ({
      body: { items: [{ ...sourced, ...money, external_id: 'refund-1', rental: knownRental }] },
    }),
  },
  ingestVisits: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          { ...sourced, spot: toReference(spot), plate: 'ABC 123', entrance_at: at, exit_at: null },
        ],
      },
    }),
  },
  ingestReads: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          {
            ...sourced,
            spot: toReference(spot),
            camera: 'Gate',
            captured_at: at,
            plate: 'ABC 123',
          },
        ],
      },
    }),
  },
  ingestNotes: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          { ...sourced, spot: toReference(spot), title: 'Gate arm replaced', happened_at: at },
        ],
      },
    }),
  },
  ingestImages: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          {
            ...sourced,
            spot: toReference(spot),
            kind: 'overview' as const,
            taken_at: at,
            data: pixel,
          },
        ],
      },
    }),
  },
  ingestValet: {
    may: 'machines',
    input: ({ spot }) => ({
      body: { items: [{ ...sourced, spot: toReference(spot), phone: '+16025550147' }] },
    }),
  },
  ingestReviews: {
    may: 'machines',
    input: ({ spot }) => ({
      body: {
        items: [
          {
            ...sourced,
            spot: toReference(spot),
            rating: 5,
            comment: null,
            reasons: [],
            created_at: '2026-06-15T12:00:00Z',
          },
        ],
      },
    }),
  },
  receiveCameraMessage: {
    may: 'cameras',
    input: ({ feedKey }) => ({
      params: { format: 'plate-recognizer', key: feedKey },
      body: cameraMessage,
    }),
  },
  receiveParkpowWebhook: { may: 'cameras', input: () => ({ body: cameraMessage }) },
  receiveParkpowVehicle: { may: 'cameras', input: () => ({ body: cameraMessage }) },
  checkParkpowToken: { may: 'cameras', input: () => ({}) },
  listCameras: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  listCameraMistakes: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  updateCamera: {
    may: ['ADMIN'],
    input: ({ organization, camera }) => ({
      params: { id: organization, camera },
      body: { name: 'Gate', spot_pk: null, direction: 'Entrance' as const },
    }),
  },
  listCameraFeeds: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  createCameraFeed: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: {
        name: 'Gate cameras',
        format: 'axis' as const,
        spot_pk: null,
        direction: null,
        signing_secret: null,
      },
    }),
  },
  updateCameraFeed: {
    may: ['ADMIN'],
    input: ({ organization, feed }) => ({
      params: { id: organization, feed },
      body: { name: 'Gate cameras', spot_pk: null, direction: null },
    }),
  },
  revokeCameraFeed: {
    may: ['ADMIN'],
    input: ({ organization, feed }) => ({ params: { id: organization, feed } }),
  },
  listSetAside: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  listCameraMessages: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  readCameraMessagesAgain: {
    may: ['ADMIN'],
    input: ({ organization, message }) => ({
      params: { id: organization },
      body: { messages: [Number(message)] },
    }),
  },
  getCameraMessage: {
    may: ['ADMIN'],
    input: ({ organization, message }) => ({ params: { id: organization, message } }),
  },
  clearCameraMapping: {
    may: ['ADMIN'],
    input: ({ organization, feed }) => ({ params: { id: organization, feed } }),
  },
  getLatestCameraMessage: {
    may: ['ADMIN'],
    input: ({ organization, feed }) => ({ params: { id: organization, feed } }),
  },
  listMessageFields: {
    may: ['ADMIN'],
    input: ({ organization, message }) => ({ params: { id: organization, message } }),
  },
  previewCameraMapping: {
    may: ['ADMIN'],
    input: ({ organization, message }) => ({
      params: { id: organization, message },
      body: exampleMapping,
    }),
  },
  setCameraMapping: {
    may: ['ADMIN'],
    input: ({ organization, feed }) => ({
      params: { id: organization, feed },
      body: exampleMapping,
    }),
  },
  listMembers: { may: ['ADMIN'], input: ({ organization }) => ({ params: { id: organization } }) },
  listMemberAccess: {
    may: ['ADMIN'],
    input: ({ organization, member }) => ({ params: { id: organization, memberId: member } }),
  },
  liftSignInBlock: {
    may: ['ADMIN'],
    input: ({ organization, member }) => ({ params: { id: organization, memberId: member } }),
  },
  removeMember: {
    may: ['ADMIN'],
    input: ({ organization, member }) => ({
      params: { id: organization, memberId: member },
      query: {},
    }),
  },
  changeMemberRole: {
    may: ['ADMIN'],
    input: ({ organization, member }) => ({
      params: { id: organization, memberId: member },
      body: { role: 'VALET' },
    }),
  },
  listInvitations: { may: ['ADMIN'], input: ({ organization }) => ({ query: { organization } }) },
  createInvitation: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      body: {
        organization: toReference(organization),
        first_name: 'Ada',
        last_name: 'Lovelace',
        // An address can be invited only once.
        email: `${randomUUID()}@example.com`,
        role: 'VALET' as const,
      },
    }),
  },
  resendInvitation: {
    may: ['ADMIN'],
    input: ({ invitation }) => ({ params: { id: invitation } }),
  },
  removeInvitation: {
    may: ['ADMIN'],
    input: ({ invitation }) => ({ params: { id: invitation } }),
  },
  lookAtTicket: { may: 'everybody', input: () => ({ body: { ticket: `li_${'x'.repeat(43)}` } }) },
  exchangeTicket: {
    may: 'everybody',
    input: () => ({ body: { ticket: `li_${'x'.repeat(43)}` } }),
  },
  listSlots: {
    may: field,
    input: ({ spot }) => ({
      query: {
        spotId: spot,
        page: 1,
        state: 'ACTIVE' as const,
        searchTerm: '',
        rentalType: 'monthly',
      },
    }),
  },
  createSlot: {
    may: office,
    input: ({ spot }) => ({
      body: { spot: toReference(spot), email: 'driver@example.com', cars: [plated] },
    }),
  },
  updateSlot: {
    may: ['ADMIN'],
    input: ({ rental, car }) => ({ params: { id: rental }, body: { cars: [Number(car)] } }),
  },
  removeSlot: {
    may: ['ADMIN'],
    input: ({ monthlyRental }) => ({ params: { id: monthlyRental } }),
  },
  applySlotPromoCode: {
    may: ['ADMIN'],
    input: ({ rental }) => ({ params: { id: rental }, body: { promo_code: 'SPRING15' } }),
  },
  listBulkRentals: { may: field, input: ({ spot }) => ({ query: { spot } }) },
  getPicture: { may: 'everybody', input: () => ({ params: { address: 'x'.repeat(40) } }) },
  getHeroStats: { may: ['ADMIN'], input: ({ spot }) => ({ query: { uuid: spot } }) },
  getRecentImages: { may: ['ADMIN'], input: ({ spot }) => ({ params: { id: spot } }) },
  listCarTracking: {
    may: ['ADMIN'],
    // A future day is never too far back.
    input: ({ spot }) => ({
      query: { uuid: spot, page: 1, start: 4_102_272_000, end: 4_102_358_400 },
    }),
  },
  getTicketByCode: {
    may: office,
    input: ({ spot, violationCode }) => ({ params: { code: violationCode }, query: { spot } }),
  },
  listTickets: {
    may: office,
    input: ({ spot }) => ({ query: { spot, status: 'Created', page: 1 } }),
  },
  listReceivables: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ query: { organization, page: 1 } }),
  },
  downloadReceivables: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ query: { organization } }),
  },
  listTicketsByPlate: {
    may: office,
    input: ({ spot }) => ({ query: { spot, plate: 'ABC 123' } }),
  },
  checkPlate: {
    may: [...office, 'ENFORCER'],
    input: ({ spot }) => ({ query: { spot, plate: 'ABC 123' } }),
  },
  checkPlateByKey: {
    may: 'machines',
    input: ({ spot }) => ({ query: { spot, plate: 'ABC 123' } }),
  },
  writeTicket: {
    may: [...office, 'ENFORCER'],
    input: ({ spot }) => ({
      body: { spot, plate: 'WRT 123', request: 'f3b2a9d4-6a0e-4b47-9d53-0a4c1f7e2b61' },
    }),
  },
  createEvidencePacket: { may: ['ADMIN'], input: ({ entry }) => ({ query: { entry } }) },
  getRentalStory: { may: office, input: ({ rental }) => ({ params: { id: rental } }) },
  getVisitStory: { may: office, input: ({ visit }) => ({ params: { id: visit } }) },
  getViolationStory: { may: office, input: ({ violation }) => ({ params: { id: violation } }) },
  findNotice: {
    may: 'everybody',
    input: ({ noticeCode }) => ({ body: { code: noticeCode, plate: 'ABC 123' } }),
  },
  sendAppeal: {
    may: 'everybody',
    input: ({ notice }) => ({
      params: { token: notice },
      body: {
        request: '5b5c1f6e-5f43-4c56-9a5d-0d6f3b1f6a10',
        reason: 'paid' as const,
        text: 'I paid at the machine.',
        email: 'ana@example.com',
      },
    }),
  },
  addAppealImage: {
    may: 'everybody',
    input: ({ appealNotice }) => ({
      params: { token: appealNotice },
      body: Buffer.from(pixel, 'base64'),
    }),
  },
  startNoticeCard: { may: 'everybody', input: ({ notice }) => ({ params: { token: notice } }) },
  payNotice: {
    may: 'everybody',
    input: ({ payableNotice, cardToken }) => ({
      params: { token: payableNotice },
      body: { amount: 5500, card: cardToken },
    }),
  },
  startNoticeConfirmation: {
    may: 'everybody',
    input: ({ confirmNotice }) => ({ params: { token: confirmNotice } }),
  },
  checkNoticePayment: { may: 'everybody', input: ({ notice }) => ({ params: { token: notice } }) },
  listAppeals: { may: office, input: ({ organization }) => ({ params: { id: organization } }) },
  getAppeal: {
    may: office,
    input: ({ organization, appeal }) => ({ params: { id: organization, appeal } }),
  },
  assignAppeal: {
    may: office,
    input: ({ organization, appeal }) => ({
      params: { id: organization, appeal },
      body: { person: null },
    }),
  },
  decideAppeal: {
    may: office,
    input: ({ organization, appeal }) => ({
      params: { id: organization, appeal },
      body: { decision: 'upheld' as const, answer: 'The stay wasn’t paid.' },
    }),
  },
  listAppealRules: {
    may: office,
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  confirmAppealRule: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { state: 'FL', valid_from: '2024-07-01' as LocalDate, confirmed: true },
    }),
  },
  listAppealAnswers: {
    may: office,
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  saveAppealAnswers: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { answers: [{ name: 'Paid', text: 'We found your payment.' }] },
    }),
  },
  waiveTicket: {
    may: office,
    input: ({ violation }) => ({
      params: { id: violation },
      body: { waived_reason: 'Ownership or tenant request' as const },
    }),
  },
  listVisitorCodes: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  createVisitorCode: {
    may: office,
    input: ({ spot }) => ({
      // A code must be unique at its property.
      body: { spot: toReference(spot), code: randomUUID(), always_valid: true },
    }),
  },
  updateVisitorCode: {
    may: office,
    input: ({ visitorCode }) => ({ params: { id: visitorCode }, body: { name: 'For guests' } }),
  },
  removeVisitorCode: {
    may: office,
    input: ({ visitorCode }) => ({ params: { id: visitorCode } }),
  },
  getValidationBills: {
    may: office,
    input: ({ spot }) => ({ query: { spot, month: '2026-06-01' } }),
  },
  listValidationVisits: {
    may: office,
    input: ({ spot }) => ({ query: { spot, month: '2026-06-01' } }),
  },
  createValidationSponsor: {
    may: ['ADMIN'],
    input: ({ spot }) => ({ body: { spot: toReference(spot), ...sponsorExample } }),
  },
  updateValidationSponsor: {
    may: ['ADMIN'],
    input: ({ sponsor }) => ({ params: { id: sponsor }, body: sponsorExample }),
  },
  endValidationSponsor: {
    may: ['ADMIN'],
    input: ({ sponsor }) => ({ params: { id: sponsor }, query: { from: '2026-07-01' } }),
  },
  downloadValidationBill: {
    may: ['ADMIN'],
    input: ({ spot, sponsor }) => ({ query: { spot, month: '2026-06-01', sponsor } }),
  },
  downloadValidationUsage: {
    may: ['ADMIN'],
    input: ({ spot }) => ({ query: { spot, month: '2026-06-01' } }),
  },
  refreshVisitorCodes: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  listVisitors: {
    may: office,
    input: ({ spot }) => ({
      query: { spot, page: 1, expiring: 'false' as const, search: '' },
    }),
  },
  createVisitor: {
    may: office,
    kiosk: true,
    input: ({ spot }) => ({
      body: { spot: toReference(spot), validation_source: 'kiosk' as const, ...plated },
    }),
  },
  updateVisitor: {
    may: office,
    input: ({ visitor }) => ({ params: { id: visitor }, body: { name: 'Ada' } }),
  },
  uploadFile: {
    may: office,
    input: () => ({ headers: { filename: 'visitors.csv' }, body: 'cGxhdGUsc3RhdGU=' }),
  },
  previewVisitorFile: {
    may: office,
    input: ({ spot, upload }) => ({
      body: { spot: toReference(spot), csv_url: `upload:${upload}` },
    }),
  },
  startVisitorImport: {
    may: office,
    input: ({ spot, code, upload }) => ({
      body: { spot: toReference(spot), code, file: 'visitors.csv', csv_url: `upload:${upload}` },
    }),
  },
  getVisitorImport: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  listRecentImports: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  previewImportUndo: {
    may: office,
    input: ({ visitorImport }) => ({ params: { id: visitorImport } }),
  },
  undoVisitorImport: {
    may: office,
    input: ({ visitorImport }) => ({ params: { id: visitorImport } }),
  },
  downloadRefusedRows: {
    may: office,
    input: ({ spot, visitorImport }) => ({ query: { spot, import: visitorImport } }),
  },
  removeVisitor: { may: office, input: ({ visitor }) => ({ params: { id: visitor } }) },
  createCar: {
    may: office,
    input: ({ spot }) => ({ body: { spot: toReference(spot), ...plated } }),
  },
  listKiosks: { may: office, input: ({ spot }) => ({ query: { spot } }) },
  createKiosk: {
    may: office,
    input: ({ spot }) => ({
      body: { spot: toReference(spot), mode: 'hours' as const, minutes: 60, pin: '4711' },
    }),
  },
  endKiosk: { may: office, input: ({ kiosk }) => ({ params: { id: kiosk } }) },
  acceptPins: { may: office, input: ({ kiosk }) => ({ params: { id: kiosk } }) },
  lockKiosk: { may: 'kiosks', input: () => ({}) },
  withdrawPlate: {
    may: 'kiosks',
    input: ({ waiting }) => ({ body: { visitor_pk: Number(waiting) } }),
  },
  undoValidation: { may: 'kiosks', input: () => ({}) },
  openKiosk: { may: 'everybody', input: () => ({ body: { ticket: `lkt_${'x'.repeat(43)}` } }) },
  getKiosk: { may: 'kiosks', input: () => ({}) },
  unlockKiosk: { may: 'kiosks', input: () => ({ body: { pin: '4711' } }) },
  listWaitingVisitors: {
    may: office,
    kiosk: true,
    input: ({ spot }) => ({ params: { id: spot } }),
  },
  validateVisitor: {
    may: office,
    kiosk: true,
    input: ({ waiting }) => ({
      body: { visitor_pk: Number(waiting), minutes: 60, validation_source: 'kiosk' as const },
    }),
  },
  listPayouts: {
    may: books,
    input: ({ organization }) => ({ params: { orgId: organization }, query: { page: 1 } }),
  },
  getPayoutAccount: {
    may: books,
    input: ({ organization }) => ({ query: { organization } }),
  },
  requestPayoutCode: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ body: { organization } }),
  },
  updatePayoutAccount: {
    may: ['ADMIN'],
    input: ({ organization, einToken }) => ({ body: { organization, token: einToken } }),
  },
  startPayoutOnboarding: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ body: { organization } }),
  },
  refreshPayoutRequirements: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ body: { organization } }),
  },
  downloadPayouts: {
    may: books,
    input: ({ organization }) => ({ params: { orgUuid: organization } }),
  },
  downloadMonthlyPayout: {
    may: books,
    input: ({ organization }) => ({
      params: { orgUuid: organization },
      query: { month: '5:2026' },
    }),
  },
  previewBankFile: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: {},
      body: Buffer.from(bankFile),
    }),
  },
  importBankFile: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: {},
      body: Buffer.from(bankFile),
    }),
  },
  getBank: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { start_date: '2026-05-01', end_date: '2026-05-31' },
    }),
  },
  listBankPayouts: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { start_date: '2026-05-01', end_date: '2026-05-31', page: 1 },
    }),
  },
  decideBankLine: {
    may: ['ADMIN'],
    input: ({ organization, bankLine }) => ({
      body: { organization, line: Number(bankLine), payouts: null },
    }),
  },
  previewHistory: {
    may: ['ADMIN'],
    input: ({ organization, upload }) => ({
      params: { orgId: organization },
      body: { csv_url: `upload:${upload}` },
    }),
  },
  createHistoryImport: {
    may: ['ADMIN'],
    input: ({ organization, historySpot, upload }) => ({
      params: { orgId: organization },
      body: {
        csv_url: `upload:${upload}`,
        file: 'old.csv',
        reading: { spot: Number(historySpot), fields: ['paid_at' as const, 'amount' as const] },
      },
    }),
  },
  listHistoryImports: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { orgId: organization } }),
  },
  undoHistoryImport: {
    may: ['ADMIN'],
    input: ({ organization, historyImport }) => ({
      params: { orgId: organization, import: historyImport },
    }),
  },
  downloadRefusedHistory: {
    may: ['ADMIN'],
    input: ({ organization, historyImport }) => ({
      params: { orgId: organization, import: historyImport },
    }),
  },
  previewRemittance: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { source: 'spothero' as const },
      body: Buffer.from(remittanceFile),
    }),
  },
  importRemittance: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { source: 'spothero' as const },
      body: Buffer.from(remittanceFile),
    }),
  },
  getRemittances: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2026-05-01' },
    }),
  },
  listSiteBookings: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2026-05-01', list: 'unknown' as const },
    }),
  },
  removeRemittance: {
    may: ['ADMIN'],
    input: ({ organization, remittanceFile }) => ({
      params: { orgId: organization, file: remittanceFile },
    }),
  },
  setSiteRate: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      body: {
        organization,
        source: 'spothero' as const,
        spot: null,
        start_date: '2026-01-01',
        rate: 1500,
      },
    }),
  },
  downloadSiteBookings: {
    may: books,
    input: ({ organization }) => ({
      query: { organization, month: '2026-05-01', source: 'spothero' as const },
    }),
  },
  downloadSiteLetter: {
    may: books,
    input: ({ organization }) => ({
      query: { organization, month: '2026-05-01', source: 'spothero' as const },
    }),
  },
  getMonthClose: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2026-05-01' },
    }),
  },
  signCloseLinks: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: {
        month: '2019-03-01',
        links: [{ link: 'charges' as const, first: 0, second: 0, unexplained: 0 }],
        reason: 'Ties',
      },
    }),
  },
  closeMonth: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: { month: '2019-02-01' },
    }),
  },
  reopenMonth: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: { month: '2019-01-01', reason: 'A late invoice' },
    }),
  },
  setCloseSettings: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: { tolerance_cents: 100, tolerance_cars: 5 },
    }),
  },
  listLateEntries: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2019-01-01' },
    }),
  },
  listCloseStays: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2026-05-01', cause: 'no_show' as const },
    }),
  },
  downloadClosePacket: {
    may: books,
    input: ({ organization }) => ({ query: { organization, month: '2019-01-01' } }),
  },
  listAuditorLinks: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { orgId: organization } }),
  },
  createAuditorLink: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: {
        auditor: 'Jordan Blake',
        first_month: '2026-01-01',
        last_month: '2026-05-01',
        spots: [],
        days: 30,
      },
    }),
  },
  revokeAuditorLink: {
    may: ['ADMIN'],
    input: ({ organization, auditorLink }) => ({
      params: { orgId: organization, link: auditorLink },
    }),
  },
  listAuditorViews: {
    may: ['ADMIN'],
    input: ({ organization, auditorLink }) => ({
      params: { orgId: organization, link: auditorLink },
    }),
  },
  openAuditorLink: {
    may: 'everybody',
    input: ({ auditorToken }) => ({ params: { token: auditorToken } }),
  },
  getAuditorMonth: {
    may: 'everybody',
    input: ({ auditorToken }) => ({
      params: { token: auditorToken },
      query: { month: '2019-01-01' },
    }),
  },
  listAuditorEntries: {
    may: 'everybody',
    input: ({ auditorToken, spot }) => ({
      params: { token: auditorToken },
      query: { month: '2019-01-01', spot },
    }),
  },
  downloadAuditorPacket: {
    may: 'everybody',
    input: ({ auditorToken }) => ({
      params: { token: auditorToken },
      query: { month: '2019-01-01' },
    }),
  },
  listCalendarFeeds: {
    may: ['ADMIN', 'EMPLOYEE'],
    input: ({ organization }) => ({ params: { orgId: organization } }),
  },
  createCalendarFeed: {
    may: ['ADMIN', 'EMPLOYEE'],
    input: ({ organization, historySpot }) => ({
      params: { orgId: organization },
      body: { kind: 'events' as const, spot: Number(historySpot) },
    }),
  },
  removeCalendarFeed: {
    may: ['ADMIN', 'EMPLOYEE'],
    input: ({ organization }) => ({ params: { orgId: organization, feed: '1' } }),
  },
  readCalendar: {
    may: 'everybody',
    input: ({ calendarToken }) => ({ params: { token: calendarToken } }),
  },
  getLetterChoices: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { orgId: organization } }),
  },
  chooseLetter: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: { kind: 'weekly', is_chosen: false },
    }),
  },
  getLetter: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization, kind: 'weekly', start: '2026-05-18' },
    }),
  },
  getLetterStop: {
    may: 'everybody',
    input: ({ letterStop }) => ({ params: { token: letterStop } }),
  },
  stopLetter: {
    may: 'everybody',
    input: ({ letterStop }) => ({ params: { token: letterStop }, body: {} }),
  },
  getTaxes: {
    may: books,
    input: ({ organization }) => ({
      params: { orgId: organization },
      query: { month: '2026-05-01', months: '1' as const },
    }),
  },
  downloadTaxes: {
    may: books,
    input: ({ organization }) => ({
      query: { organization, month: '2026-04-01', months: '3' as const },
    }),
  },
  setTaxRate: {
    may: ['ADMIN'],
    input: ({ organization, spot }) => ({
      params: { orgId: organization },
      body: {
        authority: 'City of Denver',
        starts_on: '2030-01-01',
        spots: [spot],
        level: 'city' as const,
        rate: 5000,
        rental_groups: ['transient' as const],
      },
    }),
  },
  removeTaxRate: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { orgId: organization },
      body: { authority: 'City of Denver', starts_on: '2030-01-01', spot: 1 },
    }),
  },
  createProcessorToken: {
    may: 'everybody',
    input: () => ({ body: { kind: 'ein' as const, ein: '12-3456789' } }),
  },
  createCardToken: {
    may: 'everybody',
    input: () => ({
      body: { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' },
    }),
  },
  confirmSandboxPayment: {
    may: 'everybody',
    input: ({ paymentSecret }) => ({ body: { client_secret: paymentSecret } }),
  },
  listCardPayments: {
    may: ['ADMIN'],
    input: ({ chargedRental }) => ({ params: { id: chargedRental } }),
  },
  createRefund: {
    may: ['ADMIN'],
    input: ({ chargedRental, charge }) => ({
      params: { id: chargedRental },
      body: { payment: charge, amount: 1, request: randomUUID() },
    }),
  },
  listViolationPayments: {
    may: ['ADMIN'],
    input: ({ paidViolation }) => ({ params: { id: paidViolation } }),
  },
  createViolationRefund: {
    may: ['ADMIN'],
    input: ({ paidViolation, violationCharge }) => ({
      params: { id: paidViolation },
      body: { payment: violationCharge, amount: 1, request: randomUUID() },
    }),
  },
  receiveStripeEvent: { may: 'everybody', input: () => ({ headers: {}, body: {} }) },
  listValetLots: { may: stand, input: ({ organization }) => ({ query: { organization } }) },
  getValetSummary: { may: stand, input: ({ spot }) => ({ query: { spot } }) },
  listValetSessions: {
    may: stand,
    input: ({ spot }) => ({ query: { spot, search: '', status: '' as const, page: 1 } }),
  },
  getValetSessionByCode: {
    may: stand,
    input: ({ spot, valetCode }) => ({ params: { code: valetCode }, query: { spot } }),
  },
  createValetSession: {
    may: stand,
    input: ({ spot }) => ({
      body: { spot: toReference(spot), phone: newPhone(), request: randomUUID() },
    }),
  },
  checkInValetSession: {
    may: stand,
    input: ({ valetPending }) => ({
      params: { id: valetPending },
      body: { ...plated, despite_plate: true as const },
    }),
  },
  checkOutValetSession: {
    may: stand,
    input: ({ valetActive }) => ({ params: { id: valetActive } }),
  },
  payValetSession: {
    may: stand,
    input: ({ valetActive }) => ({
      params: { id: valetActive },
      body: { balance: 0, quoted_at: Number(fromIso('2026-06-15T19:00:00Z')) },
    }),
  },
  takeValetCash: {
    may: stand,
    input: ({ valetActive }) => ({
      params: { id: valetActive },
      body: { balance: 0, quoted_at: Number(fromIso('2026-06-15T19:00:00Z')) },
    }),
  },
  releaseValetSession: {
    may: ['ADMIN', 'EMPLOYEE'],
    input: ({ valetActive }) => ({
      params: { id: valetActive },
      body: { reason: 'The driver’s phone is broken' },
    }),
  },
  changeValetPhone: {
    may: stand,
    input: ({ valetActive }) => ({ params: { id: valetActive }, body: { phone: newPhone() } }),
  },
  fetchValetCar: { may: stand, input: ({ valetActive }) => ({ params: { id: valetActive } }) },
  resendValetCode: {
    may: stand,
    input: ({ spot }) => ({ body: { spot: toReference(spot), phone: '6025550147' } }),
  },
  updateValetSession: {
    may: stand,
    input: ({ valetActive }) => ({ params: { id: valetActive }, body: { ...plated } }),
  },
  addValetPhoto: {
    may: stand,
    input: ({ valetActive }) => ({
      params: { id: valetActive },
      body: Buffer.from(pixel, 'base64'),
    }),
  },
  getDriverRequest: {
    may: 'everybody',
    input: ({ valetLink }) => ({ params: { token: valetLink } }),
  },
  requestCar: { may: 'everybody', input: ({ valetLink }) => ({ params: { token: valetLink } }) },
  startCardSetup: {
    may: 'everybody',
    input: ({ valetLink }) => ({ params: { token: valetLink } }),
  },
  putCardOnFile: {
    may: 'everybody',
    input: ({ valetLink, cardToken }) => ({
      params: { token: valetLink },
      body: { token: cardToken },
    }),
  },
  startPaymentConfirmation: {
    may: 'everybody',
    input: ({ confirmLink }) => ({ params: { token: confirmLink } }),
  },
  checkDriverPayment: {
    may: 'everybody',
    input: ({ valetLink }) => ({ params: { token: valetLink } }),
  },
  searchOrganizations: { may: 'superusers', input: () => ({ query: { search: 'desert' } }) },
  searchSpots: { may: 'superusers', input: () => ({ query: { search: 'garage' } }) },
  listAuditEntries: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: { page: 1 } }),
  },
  downloadAuditEntries: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  listPlateSearches: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: { search: 'ABC 123' } }),
  },
  downloadPlateSearches: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization }, query: {} }),
  },
  listPlateSearchers: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  getSearchSettings: {
    may: ['ADMIN'],
    input: ({ organization }) => ({ params: { id: organization } }),
  },
  setSearchSettings: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      params: { id: organization },
      body: { asks_purpose: false },
    }),
  },
  searchPeople: { may: 'superusers', input: () => ({ query: { search: 'vega' } }) },
  getOrganizationFields: {
    may: 'superusers',
    input: ({ organization }) => ({ params: { id: String(Number(organization) || 1) } }),
  },
  updateOrganization: {
    may: 'superusers',
    input: ({ organization }) => ({
      params: { id: String(Number(organization) || 1) },
      body: { can_add_driver: true },
    }),
  },
  getSpotFields: { may: ['ADMIN'], input: ({ spot }) => ({ params: { id: spot } }) },
  updateSpot: {
    may: ['ADMIN'],
    input: ({ spot }) => ({ params: { id: spot }, body: { price_hourly: 450 } }),
  },
  createPerson: {
    may: 'superusers',
    input: ({ organization }) => ({
      body: {
        first_name: 'Nia',
        last_name: 'Newman',
        email: 'nia@example.com',
        phone: null,
        organization: Number(organization) || 1,
        role: 'EMPLOYEE' as const,
      },
    }),
  },
  setRole: {
    may: 'superusers',
    input: ({ organization, person }) => ({
      params: { id: person },
      body: { organization: Number(organization) || 1, role: 'VALET' as const },
    }),
  },
  createOrganization: {
    may: 'superusers',
    input: () => ({ body: { name: 'New Parking', commission_percent: 12.5 } }),
  },
  createSpot: {
    may: ['ADMIN'],
    input: ({ organization }) => ({
      body: {
        organization: toReference(organization),
        name: 'North Lot',
        address_line1: '2 North St',
        city: 'Phoenix',
        state: 'AZ',
        timezone: 'America/Phoenix',
        classification: 'Surface Lot' as const,
        quantity: 40,
        quantity_monthly: 0,
        price_hourly: 300,
        price_daily: null,
        price_monthly: null,
      },
    }),
  },
} satisfies Record<string, Example>;
