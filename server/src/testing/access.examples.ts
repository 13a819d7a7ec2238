import { randomUUID } from 'node:crypto';
import type { Access, Role } from '@lotkeeper/contract/kernel/access';
import { roles } from '@lotkeeper/contract/kernel/access';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { newToken } from '../kernel/access/secrets.ts';
import { contractEndpoints, scopeSource } from './endpoints.ts';
import type { KnownFields, Part } from './valid-input.ts';
import { makeInput } from './valid-input.ts';

const none = '999999999';
const noneByUuid = '99999999-9999-4999-8999-999999999999';
const unsigned = '1.1.1.nobody-has-signed-this';

/** What the examples act on: the organization and its property, by pk or uuid. The values here name nothing. */
export const unknownThings = {
  organization: none,
  spot: none,
  /** A person whose role the calls may change. */
  person: none,
  /** An API key of the organization that the calls may revoke. */
  apiKey: none,
  /** A webhook of the organization, and one that the calls may remove. */
  webhook: none,
  endingWebhook: none,
  /** A member, by the pk of the person, and an open invitation; the calls may remove both. */
  member: none,
  invitation: none,
  /** A discount code of the property, which has a booking link; the calls may delete the code. */
  promoCode: none,
  /** A link for auditors that the calls may revoke, and the token of another that covers January 2019. */
  auditorLink: none,
  auditorToken: 'nobody-has-created-this-link',
  /** The token of a calendar of the property’s events. */
  calendarToken: 'nobody-has-created-this-link',
  /** The token in a letter that somebody got. */
  letterStop: `w-1-1-${'x'.repeat(43)}`,
  /** A transaction of the organization's bank, and a remittance file that the calls may remove. */
  bankLine: none,
  serviceCar: none,
  remittanceFile: none,
  /** An import of history that the calls may undo, and a property of the organization. */
  historyImport: none,
  historySpot: none,
  /** Journals of March 2026, which the calls may correct. */
  bookExport: none,
  /** A custom report that the property has saved; the calls may delete it. */
  customReport: none,
  /** A validation code and a visitor of the property; the calls may delete both. */
  visitorCode: none,
  visitor: none,
  /** A sponsor of a code of the property; the calls may end it. */
  sponsor: none,
  /** The text of that code, a file that the caller uploaded, and one whose visitors were added earlier. */
  code: 'NONE',
  upload: '00000000-0000-4000-8000-000000000000',
  visitorImport: none,
  /** A visitor who waits to be validated, and a kiosk of the property. */
  waiting: none,
  kiosk: none,
  /** An event of the property that the calls may delete. */
  event: none,
  /** An open violation of the property, by its uuid and its code, that the calls may waive. */
  violation: noneByUuid,
  violationCode: 'NOSUCH1',
  /** A violation that nobody appealed, by its code and by the token that its driver has. */
  noticeCode: 'NOSUCH1',
  notice: unsigned,
  /** An open appeal that the calls may decide, and the token that its driver has. */
  appeal: none,
  appealNotice: unsigned,
  /** A visit of the property. */
  visit: none,
  /** A decision about that visit, which the calls may undo. */
  decision: none,
  /** A hold on that visit, which the calls may release. */
  hold: none,
  /** An open privacy request about the plate ABC123, whose data the calls may erase. */
  privacyRequest: none,
  /** An export of everything that is done. */
  organizationExport: none,
  /** An open alert, the link that mutes it, the link that ends mails, and a plate that the calls may unwatch. */
  alert: none,
  muteToken: unsigned,
  unsubscribeToken: '1.1.nobody-has-signed-this',
  watchedPlate: none,
  /** A monthly rental of the property by its pk and its uuid, which the calls may end, and another car. */
  rental: none,
  entry: none,
  monthlyRental: noneByUuid,
  car: none,
  /** A rate of the property that the calls may delete. */
  rate: none,
  /** A sender of camera messages that the calls may delete, its camera, and a message that couldn't be read. */
  feed: none,
  camera: none,
  message: none,
  /** The key of an active sender of the organization. */
  feedKey: `lc_${newToken()}`,
  /** The payment processor's tokens for an EIN and for a card. */
  einToken: 'none',
  /** A rental whose driver's card was charged, and the charge at the processor. */
  chargedRental: none,
  charge: 'none',
  cardToken: 'none',
  /** A valet session of the property whose car is expected, and one whose car is here and paid for. */
  valetPending: none,
  valetActive: none,
  /** The code of the one that is here, and the token of its driver's link. */
  valetCode: 'NOSUCH',
  valetLink: '1.1.nobody-has-signed-this',
  /** The link of a driver who has to confirm a payment, and the secret of a payment that they confirmed. */
  confirmLink: '1.1.nobody-has-signed-this',
  payableNotice: unsigned,
  confirmNotice: unsigned,
  paidViolation: noneByUuid,
  violationCharge: 'none',
  paymentSecret: 'none',
};
export type Location = Record<keyof typeof unknownThings, string>;

/** A valid request for an endpoint, and who may send it. */
export interface Example {
  may:
    | 'everybody'
    | 'signed in'
    | 'superusers'
    | 'machines'
    | 'cameras'
    | 'kiosks'
    | readonly Role[];
  input: (place: Location, options?: Pick<KnownFields, 'isFull'>) => ReturnType<typeof makeInput>;
  /** Whether a kiosk at the property may call it too. */
  kiosk: boolean;
}

/** Who may call each endpoint, from the specification and by hand instead of derived from the contract. */
const callers = {
  'ADMIN EMPLOYEE': `
    acceptPins assignAppeal createCalendarFeed createCar createEvent createKiosk createPromoCode
    createSlot createVisitor createVisitorCode decideAppeal decideDeskItem deletePromoCode
    downloadAggregatorRentals downloadPromoFlyer downloadRefusedRows endKiosk
    generatePromoQrCode getAggregatorRentals getAppeal getDeskFigures getDriverFrequency
    getFrequencyBreakdown getHourlyHeatmap getLocalIntelligence getMonthlyHeatmap getPromoReport
    getRentalStory getReviewReport getTicketByCode getTimeline getValidationBills
    getViolationStory getVisitStory getVisitorImport listAppealAnswers listAppealRules
    listAppeals listCalendarFeeds listEvents listKiosks listPromoCodes listPromoUses
    listRecentImports listReviews listTickets listTicketsByPlate listTransientDrivers
    listValidationVisits listVisitorCodes listVisitors listWaitingVisitors previewDeskFindings
    previewImportUndo previewVisitorFile refreshVisitorCodes releaseValetSession
    removeCalendarFeed removeEvent removeVisitor removeVisitorCode startVisitorImport
    takeDeskItem undoDeskDecision undoVisitorImport updateEvent updatePromoCode updateVisitor
    updateVisitorCode uploadFile validateVisitor waiveTicket`,
  everybody: `
    addAppealImage beginSetup challengePasskey checkDriverPayment checkNoticePayment
    confirmSandboxPayment createCardToken createProcessorToken downloadAuditorPacket
    exchangeTicket findNotice getAuditorMonth getDriverRequest getLetterStop getLiveness
    getPicture getReadiness listAuditorEntries listSealKeys logIn logInWithPasskey lookAtSetup
    lookAtTicket muteByLink openAuditorLink openKiosk payNotice putCardOnFile readCalendar
    receiveStripeEvent requestCar requestCode sendAppeal startCardSetup startNoticeCard
    startNoticeConfirmation startPaymentConfirmation stopLetter unsubscribeFromAlerts`,
  'signed in': `
    addPasskey beginPasskey confirmSession confirmWithPasskey dismissNews getProfile
    listOrganizations listPasskeys listPushDevices listSessions logOut removeOtherSessions
    removePasskey removePushDevice requestOwnCode savePushDevice testPushDevice`,
  'ADMIN EMPLOYEE VALET': `
    addValetPhoto changeValetPhone checkInValetSession checkOutValetSession createValetSession
    fetchValetCar getValetSessionByCode getValetSummary listValetLots listValetSessions
    payValetSession resendValetCode ringPushDevice takeValetCash updateValetSession`,
  ADMIN: `
    applySlotPromoCode changeMemberRole changeWebhook chooseLetter clearCameraMapping closeMonth
    confirmAppealRule createApiKey createAuditorLink createBookCorrections createBookExport
    createCameraFeed createEvidencePacket createHistoryImport createHold createInvitation
    createOrganizationExport createPrivacyRequest createRefund createSavedReport
    createServiceCar createSpot createValidationSponsor createViolationRefund createWatchedPlate
    createWebhook decideBankLine deleteSavedReport downloadAuditEntries
    downloadOrganizationExport downloadPlateSearches downloadPrivacyRequest downloadReceivables
    downloadRefusedHistory downloadValidationBill downloadValidationUsage endSetup
    endValidationSponsor erasePrivacyRequest getAlertChoices getAlertLimits getCameraMessage
    getHeroStats getLatestCameraMessage getLetter getLetterChoices getOutcomes getPrivacyRequest
    getRecentImages getSearchSettings getSetup getSpotFields getTestRentals importBankFile
    importRemittance liftSignInBlock listAlerts listApiKeys listAuditEntries listAuditorLinks
    listAuditorViews listCameraFeeds listCameraGaps listCameraMessages listCameraMistakes
    listCameras listCarTracking listCardPayments listHistoryImports listHolds listInvitations
    listMemberAccess listMembers listMessageFields listOrganizationExports listOutcomeVisits
    listPlateSearchers listPlateSearches listPrivacyRequests listReceivables listRetentionRules
    listRetentionRuns listServiceCars listSetAside listUnexplainedCauses listViolationPayments
    listWatchedPlates listWebhookDeliveries listWebhooks muteAlert pauseWebhook previewBankFile
    previewCameraMapping previewHistory previewRemittance previewRetentionRule
    readCameraMessagesAgain recordHandPayment recordHandRental refreshPayoutRequirements
    releaseHold removeInvitation removeMember removeRemittance removeServiceCar removeSlot
    removeTaxRate removeTestRentals removeWatchedPlate removeWebhook renameSavedReport
    reopenMonth requestPayoutCode resendInvitation resendWebhook revokeApiKey revokeAuditorLink
    revokeCameraFeed rotateWebhook saveAlertChoices saveAlertLimits saveAppealAnswers
    sendTestMessage setBookAccounts setCameraMapping setCloseSettings setRetentionRule
    setSearchSettings setSiteRate setTaxRate signCloseLinks startPayoutOnboarding testWebhook
    undoHistoryImport updateCamera updateCameraFeed updatePayoutAccount updateSlot updateSpot
    updateValidationSponsor`,
  machines: `
    changeRentals checkPlateByKey checkPromoCode endRentals ingestImages ingestNotes
    ingestPayments ingestReads ingestRefunds ingestRentals ingestReviews ingestValet
    ingestVisits listOwnSpots`,
  cameras: `
    checkParkpowToken receiveCameraMessage receiveParkpowVehicle receiveParkpowWebhook`,
  'ADMIN EMPLOYEE ENFORCER': `
    checkPlate listBulkRentals listSlots writeTicket`,
  superusers: `
    createOrganization createPerson createRate getMessageServers getOrganizationFields
    listExperimentDays listRateDays removeMessageServer removeRate saveMailServer saveTextServer
    searchOrganizations searchPeople searchSpots setRole updateOrganization updateRate`,
  'ADMIN ACCOUNTANT': `
    downloadBookExport downloadClosePacket downloadCustomReport downloadDailyReports
    downloadFigureEntries downloadIncomeStatement downloadIncomeStatementPdf
    downloadMonthlyPayout downloadMovements downloadPayouts downloadSiteBookings
    downloadSiteLetter downloadTaxes getBank getBookAccounts getCustomReport getDailyReports
    getHome getIncomeStatement getMonthClose getPayoutAccount getRemittances getRevenueBridge
    getRevenueByMonth getRevenueByType getSlotOverview getTaxes getWeek listBankPayouts
    listBookExports listCloseStays listLateEntries listPayouts listSavedReports listSiteBookings`,
  'ADMIN EMPLOYEE ACCOUNTANT': `
    getFigure getMultidayPricingHistory getSpotReport listComingDays listDayNotes
    listFigureEntries`,
  kiosks: `
    getKiosk lockKiosk undoValidation unlockKiosk withdrawPlate`,
  'ADMIN EMPLOYEE ENFORCER VALET ACCOUNTANT': `
    getOperationsRegion getOrganization getSpot listSpots`,
};
const openToKiosks = ['createVisitor', 'listWaitingVisitors', 'validateVisitor'];

function toCallers(may: string): Example['may'] {
  const listed = may.split(' ').filter((word): word is Role => roles.some((role) => role === word));
  return listed.length > 0 ? listed : (may as Example['may']);
}

/** The endpoints by name, with who may call them. */
export const listedCallers = Object.entries(callers).flatMap(([may, names]) =>
  [...names.matchAll(/\w+/g)].map(([name]) => [name, toCallers(may)] as const),
);
const callersByName = new Map(listedCallers);

/** The record that an access rule looks up. */
const scopeRecords: Readonly<Record<string, keyof Location>> = {
  organization: 'organization',
  organization_or_spot: 'organization',
  spot: 'spot',
  event: 'event',
  rate: 'rate',
  'visitor code': 'visitorCode',
  'validation sponsor': 'sponsor',
  visitor: 'visitor',
  'visitor upload': 'visitorImport',
  'discount code': 'promoCode',
  kiosk: 'kiosk',
  violation: 'violation',
  visit: 'visit',
  rental: 'rental',
  'monthly rental': 'monthlyRental',
  'custom report': 'customReport',
  'valet session': 'valetActive',
  invitation: 'invitation',
};

/** The records that parameters of paths name besides. */
const pathRecords: Readonly<Record<string, keyof Location>> = {
  alert: 'alert',
  appeal: 'appeal',
  camera: 'camera',
  car: 'serviceCar',
  export: 'bookExport',
  feed: 'feed',
  file: 'remittanceFile',
  hold: 'hold',
  import: 'historyImport',
  key: 'apiKey',
  link: 'auditorLink',
  memberId: 'member',
  message: 'message',
  request: 'privacyRequest',
  token: 'valetLink',
  visit: 'visit',
  watch: 'watchedPlate',
  webhook: 'webhook',
};

/** The records that fields of single calls name. */
const calledRecords: Readonly<Record<string, keyof Location>> = {
  'addAppealImage token': 'appealNotice',
  'checkInValetSession id': 'valetPending',
  'checkNoticePayment token': 'notice',
  'confirmSandboxPayment client_secret': 'paymentSecret',
  'createCalendarFeed spot': 'historySpot',
  'createEvidencePacket entry': 'entry',
  'createHold visit': 'visit',
  'createPerson organization': 'organization',
  'createRefund id': 'chargedRental',
  'createRefund payment': 'charge',
  'createViolationRefund id': 'paidViolation',
  'createViolationRefund payment': 'violationCharge',
  'decideBankLine line': 'bankLine',
  'downloadAuditorPacket token': 'auditorToken',
  'downloadBookExport export': 'bookExport',
  'downloadOrganizationExport export': 'organizationExport',
  'downloadRefusedRows import': 'visitorImport',
  'downloadValidationBill sponsor': 'sponsor',
  'findNotice code': 'noticeCode',
  'generatePromoQrCode promo_code_pk': 'promoCode',
  'getAuditorMonth token': 'auditorToken',
  'getLetterStop token': 'letterStop',
  'getOrganizationFields id': 'organization',
  'getTicketByCode code': 'violationCode',
  'getValetSessionByCode code': 'valetCode',
  'listAuditorEntries spot': 'spot',
  'listAuditorEntries token': 'auditorToken',
  'listViolationPayments id': 'paidViolation',
  'listCardPayments id': 'chargedRental',
  'muteByLink token': 'muteToken',
  'openAuditorLink token': 'auditorToken',
  'payNotice card': 'cardToken',
  'payNotice token': 'payableNotice',
  'putCardOnFile body token': 'cardToken',
  'readCalendar token': 'calendarToken',
  'receiveCameraMessage key': 'feedKey',
  'removeWebhook webhook': 'endingWebhook',
  'sendAppeal token': 'notice',
  'setRole id': 'person',
  'setRole organization': 'organization',
  'startNoticeCard token': 'notice',
  'startNoticeConfirmation token': 'confirmNotice',
  'startPaymentConfirmation token': 'confirmLink',
  'startVisitorImport code': 'code',
  'stopLetter token': 'letterStop',
  'undoDeskDecision decision': 'decision',
  'unsubscribeFromAlerts token': 'unsubscribeToken',
  'updateOrganization id': 'organization',
  'updatePayoutAccount token': 'einToken',
  'validateVisitor visitor_pk': 'waiting',
};

/** A rental of the organization with a charge of $10. */
export const knownRental = { source: 'access-walk', external_id: 'rental-1' };
/** A one-pixel image. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const remittanceFile = Buffer.from('Rental ID,Starts,Net\nSH-1,05/13/2026,17.00');
const bankFile = Buffer.from('Date,Description,Amount\n2026-05-06,LOTKEEPER 2026-04,872.00\n');
const cameraMessage = {
  data: { camera_id: 'gate-1', timestamp: '2026-06-15T12:00:00Z', results: [] },
};
/** The next unused phone number. */
let phones = 6_025_550_200;
const newPhone = () => String(phones++);
const plated = { plate: 'ABC 123', state: 'AZ', country: 'US' };
const paid = { balance: 0, quoted_at: Number(fromIso('2026-06-15T19:00:00Z')) };
const upload = (place: Location) => `upload:${place.upload}`;

type Change = (place: Location) => NonNullable<KnownFields['change']>;

/** What a rule beyond the schema asks of a request, or what its answer needs to have something in it. */
const changes: Readonly<Record<string, Change>> = {
  addAppealImage: () => ({ body: Buffer.from(pixel, 'base64') }),
  addValetPhoto: () => ({ body: Buffer.from(pixel, 'base64') }),
  previewBankFile: () => ({ body: bankFile }),
  importBankFile: () => ({ body: bankFile }),
  previewRemittance: () => ({ body: remittanceFile }),
  importRemittance: () => ({ body: remittanceFile }),
  uploadFile: () => ({ headers: { filename: 'visitors.csv' }, body: 'cGxhdGUsc3RhdGU=' }),
  receiveCameraMessage: () => ({ params: { format: 'plate-recognizer' }, body: cameraMessage }),
  receiveParkpowWebhook: () => ({ body: cameraMessage }),
  receiveParkpowVehicle: () => ({ body: cameraMessage }),
  receiveStripeEvent: () => ({ headers: {}, body: {} }),

  changeRentals: () => ({ item: { ...knownRental, paid: false } }),
  endRentals: () => ({ item: knownRental }),
  ingestPayments: () => ({
    item: { external_id: 'payment-1', rental: knownRental, spot: undefined },
  }),
  ingestRefunds: () => ({ item: { external_id: 'refund-1', rental: knownRental } }),
  ingestImages: () => ({ item: { data: pixel } }),
  ingestVisits: () => ({ item: { entrance_at: '2026-06-15T12:00:00Z' } }),
  ingestValet: () => ({ item: { phone: '+16025550147' } }),

  // Each may be sent again, and makes another one.
  changeValetPhone: () => ({ body: { phone: newPhone() } }),
  createInvitation: () => ({ body: { email: `${randomUUID()}@example.com` } }),
  createPromoCode: () => ({
    body: {
      code: `WALK${Math.random().toString(36).slice(2, 12)}`,
      percentage_discount: 10,
      applicable_rental_types: ['hourly'],
    },
  }),
  createRefund: () => ({ body: { amount: 1, request: randomUUID() } }),
  createSavedReport: () => ({ body: { name: `Walk ${Math.random()}` } }),
  createValetSession: () => ({ body: { phone: newPhone(), request: randomUUID() } }),
  createViolationRefund: () => ({ body: { amount: 1, request: randomUUID() } }),
  createVisitorCode: () => ({ body: { code: randomUUID(), always_valid: true } }),

  applySlotPromoCode: () => ({ body: { promo_code: 'SPRING15' } }),
  checkPromoCode: () => ({ query: { code: 'SPRING15' } }),
  listPromoUses: () => ({ query: { code: 'SPRING15' } }),
  checkInValetSession: () => ({ body: { ...plated, despite_plate: true } }),
  payValetSession: () => ({ body: paid }),
  takeValetCash: () => ({ body: paid }),
  payNotice: () => ({ body: { amount: 5500 } }),
  createBookExport: () => ({
    body: { first_month: '2026-05-01', last_month: '2026-05-01', replace: true },
  }),
  createEvent: () => ({ body: { date: '2026-06-20' } }),
  createOrganizationExport: () => ({ body: { confirm: 'Desert Parking' } }),
  createRate: () => ({ body: { price: 300 } }),
  createVisitor: () => ({ body: { validation_source: 'kiosk' } }),
  createValidationSponsor: () => ({ body: { allowance: 'none' } }),
  updateValidationSponsor: () => ({ body: { allowance: 'none' } }),
  createHistoryImport: (place) => ({
    body: {
      csv_url: upload(place),
      reading: { spot: Number(place.historySpot), fields: ['paid_at', 'amount'] },
    },
  }),
  previewHistory: (place) => ({ body: { csv_url: upload(place) } }),
  previewVisitorFile: (place) => ({ body: { csv_url: upload(place) } }),
  startVisitorImport: (place) => ({ body: { csv_url: upload(place) } }),
  decideAppeal: () => ({ body: { decision: 'upheld' } }),
  decideBankLine: () => ({ body: { payouts: null } }),
  downloadMonthlyPayout: () => ({ query: { month: '5:2026' } }),
  getFigure: () => ({ query: { measure: 'rentals' } }),
  listFigureEntries: () => ({ query: { measure: 'rentals' } }),
  getLetter: () => ({ params: { start: '2026-05-18' } }),
  getCustomReport: () => ({ query: { measures: 'gross,occupancy', group: 'hour' } }),
  downloadCustomReport: () => ({ query: { measures: 'net', group: 'source' } }),
  exchangeTicket: () => ({ body: { ticket: `li_${'x'.repeat(43)}` } }),
  lookAtTicket: () => ({ body: { ticket: `li_${'x'.repeat(43)}` } }),
  openKiosk: () => ({ body: { ticket: `lkt_${'x'.repeat(43)}` } }),
  listTickets: () => ({ query: { status: 'Created' } }),
  readCameraMessagesAgain: ({ message }) => ({ body: { messages: [Number(message)] } }),
  // Nothing answers there.
  saveMailServer: () => ({ body: { host: '127.0.0.1', port: 9 } }),
  saveTextServer: () => ({ body: { url: 'http://127.0.0.1:9/' } }),
  savePushDevice: () => ({
    body: {
      keys: {
        p256dh:
          'BB6g3I2Q0oVE0DahPXxLAYcnmvYdFB1MsqTdfPsAUErZthJgcOBCEkNRPvseHne_SsadUNHAa7WQmBqoyQv98vU',
        auth: 'A'.repeat(22),
      },
    },
  }),
  sendAppeal: () => ({ body: { email: 'ana@example.com' } }),
  setRole: () => ({ body: { role: 'VALET' } }),
  removeCalendarFeed: () => ({ params: { feed: none } }),
  saveAlertLimits: () => ({ body: { spot: null } }),
  setSiteRate: () => ({ body: { spot: null } }),
  setTaxRate: ({ spot }) => ({ body: { spots: [spot], starts_on: '2030-01-01' } }),
  signCloseLinks: () => ({
    body: {
      month: '2019-03-01',
      links: [{ link: 'charges', first: 0, second: 0, unexplained: 0 }],
    },
  }),
  closeMonth: () => ({ body: { month: '2019-02-01' } }),
  reopenMonth: () => ({ body: { month: '2019-01-01' } }),
  downloadClosePacket: () => ({ query: { month: '2019-01-01' } }),
  listLateEntries: () => ({ query: { month: '2019-01-01' } }),
  downloadAuditorPacket: () => ({ query: { month: '2019-01-01' } }),
  getAuditorMonth: () => ({ query: { month: '2019-01-01' } }),
  listAuditorEntries: () => ({ query: { month: '2019-01-01' } }),
  updateOrganization: () => ({ body: { can_add_driver: true } }),
  updatePromoCode: () => ({ body: { notes: 'For the walk' } }),
  updateSlot: ({ car }) => ({ body: { cars: [Number(car)] } }),
  updateSpot: () => ({ body: { price_hourly: 450 } }),
  updateValetSession: () => ({ body: plated }),
  updateVisitor: () => ({ body: { name: 'Ada' } }),
  updateVisitorCode: () => ({ body: { name: 'For guests' } }),
  validateVisitor: () => ({ body: { minutes: 60 } }),
  withdrawPlate: ({ waiting }) => ({ body: { request: undefined, visitor_pk: Number(waiting) } }),
  writeTicket: () => ({ body: { plate: 'WRT 123' } }),
};

/** A record as a URL has it, and as a body has it, where its pk is a number. */
const toForms = (record: string) => (/^\d+$/.test(record) ? [Number(record), record] : [record]);

const findScopeRecord = (access: Access) =>
  scopeRecords['record' in access ? access.record : access.scope];

function findRecord(name: string, { access }: Endpoint, part: Part, field: string) {
  const isScope = scopeSource(access) === `${part}.${field}`;
  if (access.scope === 'machine' && field === 'spot') return 'spot';
  return (
    calledRecords[`${name} ${part} ${field}`] ??
    calledRecords[`${name} ${field}`] ??
    (isScope ? findScopeRecord(access) : undefined) ??
    (part === 'params' ? pathRecords[field] : undefined)
  );
}

function makeExample(name: string, endpoint: Endpoint): Example {
  const may = callersByName.get(name);
  if (!may) throw new Error(`Nobody may call ${name}: see access.examples.ts.`);
  const input: Example['input'] = (place, options) =>
    makeInput(name, endpoint, {
      ...options,
      listRecord: (part, field) => {
        const record = findRecord(name, endpoint, part, field);
        return record ? toForms(place[record]) : [];
      },
      change: changes[name]?.(place),
    });
  return { may, kiosk: openToKiosks.includes(name), input };
}

/** A valid request for every endpoint, by its name. */
export const examples: Readonly<Record<string, Example>> = Object.fromEntries(
  [...(await contractEndpoints())].map(([name, endpoint]) => [name, makeExample(name, endpoint)]),
);
