/** A group of calls: the contract file that declares them, its title, and its purpose. */
interface Tag {
  title: string;
  description: string;
}

/** The areas of the contract, in the order of the page: the one for programs that send data comes first. */
export const areas: Record<string, { title: string; tags: Record<string, Tag> }> = {
  intake: {
    title: 'Intake',
    tags: {
      ingest: {
        title: 'Ingest',
        description:
          'Send rentals, payments, refunds, visits, plate reads and more, with an API key, up to 1,000 items in a call.',
      },
      history: {
        title: 'History',
        description: 'Import what another system recorded before, and undo an import.',
      },
      'visitors-csv': {
        title: 'Visitor uploads',
        description: 'Add visitors from a CSV file, and undo it.',
      },
      'api-keys': {
        title: 'API keys',
        description: 'Create, list and revoke the keys that programs send data with.',
      },
      webhooks: {
        title: 'Webhooks',
        description: 'Have messages sent to your own systems, and see what was sent.',
      },
    },
  },
  cars: {
    title: 'Cars',
    tags: {
      cameras: {
        title: 'Cameras',
        description:
          'Take messages of cameras in their own formats, and manage cameras and their connections.',
      },
      'camera-mappings': {
        title: 'Camera mappings',
        description:
          'Say which fields of a sender’s own JSON or XML are plate, time, camera and direction.',
      },
      'camera-mistakes': {
        title: 'Camera mistakes',
        description: 'Read what people at the plate desk found out about the reads of cameras.',
      },
      cars: {
        title: 'Cars',
        description: 'Register a car.',
      },
      visibility: {
        title: 'Visits',
        description: 'Read who is parked now, and what the cameras saw last.',
      },
      outcomes: {
        title: 'Outcomes of visits',
        description: 'Read how visits ended: every car that cameras saw has one outcome.',
      },
      'plate-checks': {
        title: 'Checks of plates',
        description: 'Ask whether a car may park at a property, and write a violation.',
      },
      'plate-desk': {
        title: 'Plate desk',
        description: 'Look at doubtful visits one after the other, and decide.',
      },
      'service-cars': {
        title: 'Service cars',
        description: 'List the cars of staff, services and tow trucks, which are never customers.',
      },
      timeline: {
        title: 'Timeline',
        description: 'Read what happened at a property, newest first.',
      },
      violations: {
        title: 'Violations',
        description: 'Find violations, and waive them.',
      },
      appeals: {
        title: 'Appeals',
        description:
          'Appeal a violation by its number and license plate; assign and decide appeals.',
      },
      'appeal-rules': {
        title: 'Rules of appeals',
        description: 'Read what states require of appeals, and confirm it.',
      },
      images: {
        title: 'Images',
        description: 'Open images by the links that answers contain.',
      },
    },
  },
  money: {
    title: 'Money',
    tags: {
      reports: {
        title: 'Reports',
        description: 'Read the figures of a property for a month.',
      },
      'daily-reports': {
        title: 'Daily reports',
        description: 'Read and download figures by day.',
      },
      'custom-reports': {
        title: 'Custom reports',
        description: 'Build reports with your own measures, and save them.',
      },
      revenue: {
        title: 'Revenue',
        description: 'Read revenue by month and by type of rental.',
      },
      changes: {
        title: 'Revenue bridge',
        description: 'Read why the revenue of two periods differs, to the cent.',
      },
      home: {
        title: 'Home',
        description: 'Read how today, yesterday and the month go at all properties.',
      },
      week: {
        title: 'Last week',
        description: 'Read last week of all properties beside earlier ones.',
      },
      figures: {
        title: 'Figures',
        description: 'Open the ledger entries that add up to a figure, and download them.',
      },
      'income-statement': {
        title: 'Income statement',
        description: 'Read and download income statements and ledger entries.',
      },
      books: {
        title: 'Books',
        description: 'Export journals for accounting programs, and set the accounts they use.',
      },
      letters: {
        title: 'Letters',
        description: 'Read the weekly and monthly letters, and choose which ones you get by email.',
      },
      payouts: {
        title: 'Payouts',
        description: 'Read payouts, and set the bank account that gets them.',
      },
      bank: {
        title: 'Bank',
        description: 'Add bank statements, and read which payouts arrived.',
      },
      remittances: {
        title: 'Booking sites',
        description: 'Add remittance files of booking sites, and read which bookings they match.',
      },
      close: {
        title: 'Close',
        description: 'Compare a month from the cars to the bank, sign its sums, and close it.',
      },
      'auditor-links': {
        title: 'Auditor links',
        description: 'Give an auditor read-only access to closed months, and read them with it.',
      },
      taxes: {
        title: 'Taxes',
        description: 'Set the tax rates of places, and read what is owed to whom.',
      },
      refunds: {
        title: 'Refunds',
        description: 'Refund card payments of a rental through the payment processor.',
      },
      processor: {
        title: 'Payment sandbox',
        description: 'Turn card and bank details into tokens, in installations without Stripe.',
      },
    },
  },
  operations: {
    title: 'Operations',
    tags: {
      pricing: {
        title: 'Pricing',
        description: 'Read the history of a property’s prices.',
      },
      rates: {
        title: 'Rates',
        description: 'Manage rates and price experiments by day.',
      },
      events: {
        title: 'Events',
        description: 'Manage events near a property and their validation codes.',
      },
      'calendar-feeds': {
        title: 'Calendar links',
        description: 'Subscribe to events, payouts and alerts in a calendar program.',
      },
      'local-intelligence': {
        title: 'Local intelligence',
        description: 'Read the expected demand of the days ahead, and notes on days.',
      },
      'promo-codes': {
        title: 'Discount codes',
        description: 'Manage discount codes and their flyers, and check what a code is worth.',
      },
      'promo-uses': {
        title: 'Uses of discount codes',
        description: 'List the bookings that a discount code’s count is made of.',
      },
      visitors: {
        title: 'Visitors',
        description: 'Manage the visitors who park with a validation code.',
      },
      'visitor-codes': {
        title: 'Validation codes',
        description: 'Manage the codes that let visitors park.',
      },
      'validation-bills': {
        title: 'Validation bills',
        description: 'Bill the tenants and merchants whose codes let visitors park.',
      },
      kiosks: {
        title: 'Kiosks',
        description: 'Run a screen at a property where visitors validate their cars themselves.',
      },
      valet: {
        title: 'Valet',
        description: 'Run a valet stand: sessions, payments, photos, and the driver’s own page.',
      },
    },
  },
  people: {
    title: 'People',
    tags: {
      session: {
        title: 'Session',
        description: 'Sign in and out, and read your own profile.',
      },
      passkeys: {
        title: 'Passkeys',
        description: 'Sign in, and confirm who you are, with a passkey instead of a code.',
      },
      team: {
        title: 'Team',
        description: 'Manage the people of an organization and their invitations.',
      },
      'hand-entries': {
        title: 'Entries by hand',
        description: 'Record rentals and payments that no system sent.',
      },
      rentals: {
        title: 'Rentals',
        description: 'Count the rentals of a property.',
      },
      drivers: {
        title: 'Drivers',
        description: 'List and change the rentals of a property’s drivers.',
      },
      receivables: {
        title: 'Receivables',
        description: 'Read what drivers and tenants owe.',
      },
      'driver-insights': {
        title: 'Driver insights',
        description: 'Read when drivers park, and how often they come back.',
      },
      'aggregator-rentals': {
        title: 'Aggregator rentals',
        description: 'Read and download the rentals of booking sites.',
      },
      reviews: {
        title: 'Reviews',
        description: 'Read what drivers say about a property.',
      },
    },
  },
  trust: {
    title: 'Trust',
    tags: {
      'plate-searches': {
        title: 'Plate searches',
        description: 'Read who searched for plates and people, and require a purpose.',
      },
      stories: {
        title: 'Stories',
        description:
          'Read everything about one rental, visit or violation in the order it happened.',
      },
      evidence: {
        title: 'Evidence',
        description: 'Create a signed packet that proves one rental or visit.',
      },
      retention: {
        title: 'Retention',
        description:
          'Set how long data is kept, read what was deleted, and hold what must be kept.',
      },
      'privacy-requests': {
        title: 'Privacy requests',
        description:
          'Find what is there about a plate, an email address, or a phone number, export it, and erase it.',
      },
      'organization-exports': {
        title: 'Exports of everything',
        description: 'Export everything that an organization has, and download it.',
      },
      seals: {
        title: 'Seals',
        description: 'Read the public keys that evidence is verified with.',
      },
      'audit-entries': {
        title: 'Audit log',
        description: 'Read and download who changed what.',
      },
    },
  },
  platform: {
    title: 'Platform',
    tags: {
      alerts: {
        title: 'Alerts',
        description: 'Read what is wrong, choose who is notified, and mute it.',
      },
      'push-devices': {
        title: 'Devices for alerts',
        description: 'Have alerts shown by browsers, as notifications (Web Push).',
      },
      'alert-limits': {
        title: 'Alert limits',
        description: 'Set from when on alerts open.',
      },
      'watched-plates': {
        title: 'Watched plates',
        description: 'Watch a plate for a purpose and a time: its arrivals are alerted.',
      },
      health: {
        title: 'Health',
        description: 'Check whether an installation works.',
      },
      organizations: {
        title: 'Organizations',
        description: 'Read the organizations that you belong to.',
      },
      setup: {
        title: 'Set-up',
        description: 'Create the first account, and see what an organization still needs.',
      },
      spots: {
        title: 'Properties',
        description: 'Read properties and their current figures.',
      },
      'spot-fields': {
        title: 'Property setup',
        description: 'Add properties, and change how they are set up.',
      },
      'own-spots': {
        title: 'Own properties',
        description: 'List the properties that you work at, with what each has to do.',
      },
      superuser: {
        title: 'Superuser',
        description: 'Manage all organizations, properties and people, as internal staff.',
      },
    },
  },
};

/** The groups of all areas, by the name of the contract file. */
export const tags: Record<string, Tag> = Object.assign(
  {},
  ...Object.values(areas).map((area) => area.tags),
);
