/** What a driver's request can be about. */
export const requestKinds = ['plate', 'email', 'phone'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** open: found, and can be exported or erased. waiting, running: being erased. expired: not erased in time. */
export const requestStates = ['open', 'waiting', 'running', 'done', 'failed', 'expired'] as const;

/** How long an open request keeps the driver's identity. */
export const openRequestDays = 7;

/** Kinds of data that an organization can have about a driver. */
export const foundClasses = [
  'rentals',
  'bulk_rentals',
  'ledger_entries',
  'promo_uses',
  'visits',
  'plate_reads',
  'images',
  'camera_messages',
  'visitors',
  'service_cars',
  'watched_plates',
  'uploads',
  'violations',
  'violation_payments',
  'appeals',
  'valet_sessions',
  'valet_payments',
  'texts',
  'holds',
  'plate_searches',
  'audit_entries',
] as const;
export type FoundClass = (typeof foundClasses)[number];

interface ClassText {
  label: string;
  /** What erasing does with it. */
  erasing: 'deleted' | 'anonymous' | 'kept';
  hint: string;
}

/** Labels and hints of the classes. */
export const foundClassTexts: Record<FoundClass, ClassText> = {
  rentals: {
    label: 'Rentals',
    erasing: 'anonymous',
    hint: 'Times and amounts stay. The car, name, email, and phone are removed.',
  },
  bulk_rentals: {
    label: 'Tenant rentals',
    erasing: 'anonymous',
    hint: 'Times and amounts stay. The owner’s email is removed.',
  },
  ledger_entries: {
    label: 'Ledger entries',
    erasing: 'kept',
    hint: 'Amounts of money never change. They name a rental, and no driver.',
  },
  promo_uses: {
    label: 'Uses of discount codes',
    erasing: 'kept',
    hint: 'They name a rental, and no driver.',
  },
  visits: { label: 'Visits', erasing: 'deleted', hint: 'A signed record says so.' },
  plate_reads: { label: 'Plate reads', erasing: 'deleted', hint: 'A signed record says so.' },
  images: {
    label: 'Images',
    erasing: 'deleted',
    hint: 'Images of these visits, reads, violations, appeals, and valet sessions. One that also has another car in it stays.',
  },
  camera_messages: {
    label: 'Camera messages',
    erasing: 'deleted',
    hint: 'The text of each message. That one came, and when, stays.',
  },
  visitors: { label: 'Visitors', erasing: 'deleted', hint: 'With name, phone, and plate.' },
  service_cars: {
    label: 'Staff and service cars',
    erasing: 'deleted',
    hint: 'That the car is in the list, and its note.',
  },
  watched_plates: {
    label: 'Watched plates',
    erasing: 'deleted',
    hint: 'That the plate is watched and why, and the alerts of its arrivals.',
  },
  uploads: {
    label: 'Rows of visitor uploads',
    erasing: 'deleted',
    hint: 'Rows that were refused, and values from before an upload.',
  },
  violations: {
    label: 'Violations',
    erasing: 'anonymous',
    hint: 'Number, times, and amount stay. Plate and image are removed.',
  },
  appeals: {
    label: 'Appeals',
    erasing: 'anonymous',
    hint: 'Reason, times, and decision stay. Text, answer, contact, and images are removed.',
  },
  valet_sessions: {
    label: 'Valet sessions',
    erasing: 'anonymous',
    hint: 'Times and amounts stay. Phone, car, notes, and photos are removed.',
  },
  violation_payments: {
    label: 'Card payments of violations',
    erasing: 'kept',
    hint: 'Amounts of money never change. They name a violation, and no driver.',
  },
  valet_payments: {
    label: 'Valet payments',
    erasing: 'kept',
    hint: 'Amounts of money never change. They name a session, and no driver.',
  },
  texts: {
    label: 'Notes and reviews',
    erasing: 'anonymous',
    hint: 'Where a text has exactly this plate, email, or phone, “[erased]” takes its place.',
  },
  holds: {
    label: 'Holds',
    erasing: 'anonymous',
    hint: 'Where the reason has exactly this plate, email, or phone, “[erased]” takes its place.',
  },
  plate_searches: {
    label: 'Plate searches',
    erasing: 'kept',
    hint: 'They prove who looked this driver up. Only a retention rule deletes them.',
  },
  audit_entries: {
    label: 'Audit log entries',
    erasing: 'kept',
    hint: 'The audit log proves who changed what. It’s sealed and never changed.',
  },
};

/** Reasons to keep data. */
export const keepReasons = [
  'hold',
  'dispute',
  'payment',
  'open_violation',
  'recent_violation',
  'current',
  'story',
  'money',
  'audit',
  'access',
] as const;
export type KeepReason = (typeof keepReasons)[number];

/** The end of “12 stay, because …”. */
export const keepReasonTexts: Record<KeepReason, string> = {
  hold: 'an Admin placed a hold',
  dispute: 'a bank disputes the charge',
  payment: 'a payment or refund isn’t confirmed yet',
  open_violation: 'the violation isn’t paid',
  recent_violation: 'the violation is less than 180 days old and can be appealed',
  current: 'the stay or the right to park isn’t over',
  story: 'the rental, visit, or violation stays',
  money: 'amounts of money never change',
  audit: 'the audit log never changes',
  access: 'the log proves who looked the driver up',
};
