/** How a car's visit ends. Every visit has exactly one outcome, so that outcomes add up to the cars that cameras saw. */
export const visitOutcomes = [
  'present',
  'rental',
  'monthly',
  'tenant',
  'booking_site',
  'valet',
  'enforced',
  'violation_paid',
  'visitor',
  'validated',
  'grace',
  'unenforced',
  'not_customer',
  'violation_open',
  'violation_appealed',
  'violation_waived',
  'misread',
  'unexplained',
] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

/** Outcomes that belong together, in the order in which pages show them. */
export const outcomeGroups = {
  paid: ['rental', 'monthly', 'tenant', 'booking_site', 'valet', 'enforced', 'violation_paid'],
  free: ['visitor', 'validated', 'grace', 'unenforced', 'not_customer'],
  open: ['present', 'violation_open', 'violation_appealed'],
  unpaid: ['violation_waived', 'misread', 'unexplained'],
} as const satisfies Record<string, readonly VisitOutcome[]>;
export type OutcomeGroup = keyof typeof outcomeGroups;
export const outcomeGroupNames = Object.keys(outcomeGroups) as OutcomeGroup[];

export const outcomeGroupLabels: Record<OutcomeGroup, string> = {
  paid: 'Paid',
  free: 'Free',
  open: 'Still open',
  unpaid: 'Not paid',
};

export const outcomeLabels: Record<VisitOutcome, string> = {
  present: 'Still parked',
  rental: 'Rental',
  monthly: 'Monthly',
  tenant: 'Tenant or company',
  booking_site: 'Booking site',
  valet: 'Valet',
  enforced: 'Charged by enforcement',
  violation_paid: 'Violation, paid',
  visitor: 'Visitor',
  validated: 'Validated by code',
  grace: 'Left within the grace period',
  unenforced: 'Enforcement off',
  not_customer: 'Not a customer',
  violation_open: 'Violation, open',
  violation_appealed: 'Violation, appealed',
  violation_waived: 'Violation, waived',
  misread: 'Misread',
  unexplained: 'Unexplained',
};

/** What each outcome means, in a sentence. */
export const outcomeHints: Record<VisitOutcome, string> = {
  present: 'No exit was seen yet, and nothing is owed.',
  rental: 'A rental covers the stay.',
  monthly: 'A monthly rental covers the stay.',
  tenant: 'A tenant’s or company’s rental covers the stay.',
  booking_site: 'A rental from a booking site covers the stay.',
  valet: 'A valet session covers the stay.',
  enforced: 'A known driver hadn’t paid, and was charged.',
  violation_paid: 'An unknown driver hadn’t paid, and paid the violation.',
  visitor: 'Somebody validated the car as a visitor.',
  validated: 'A visitor entered a validation code.',
  grace: 'The car left within the grace period.',
  unenforced: 'Enforcement was off, at the property or for an event.',
  not_customer: 'Somebody marked the car as staff, a service or a tow truck.',
  violation_open: 'An unknown driver hasn’t paid, and has a violation.',
  violation_appealed: 'The driver appealed the violation, and nobody has decided yet.',
  violation_waived: 'Somebody waived the violation.',
  misread: 'Somebody found that no such car was there.',
  unexplained:
    'Nobody paid, and nobody can be charged: the reads leave a doubt, an entrance or exit is missing, or it was noticed too late.',
};
