/** A help article about one page of the product. */
export interface Article {
  /** The last segment of its URL. */
  id: string;
  title: string;
  /** One sentence for lists. */
  summary: string;
  /** The menu label of its page; absent when the article isn't about a page in the menu. */
  menuLabel?: string;
  sections: readonly { heading: string; steps?: readonly string[]; text?: readonly string[] }[];
}

export interface ArticleGroup {
  title: string;
  articles: readonly Article[];
}

const business: readonly Article[] = [
  {
    id: 'home',
    title: 'Home',
    summary: 'How all properties do today, and what needs you.',
    menuLabel: 'Home',
    sections: [
      {
        heading: 'What it shows',
        text: [
          'Today, yesterday and the month so far, each property by its own calendar, beside the same weekday or the same days of the month before. Today and the months are gross revenue in the table; totals say what they are.',
          'Full is the share of spaces with an active rental. A click on a sum opens its entries in the ledger, and a property its Detail.',
        ],
      },
      {
        heading: 'Needs you',
        text: [
          'Up to five things for Admins: open alerts, the costliest first, appeals without an answer, cars at the Plate Desk, and what is owed.',
        ],
      },
    ],
  },
  {
    id: 'properties',
    title: 'Properties',
    menuLabel: 'Properties',
    summary: 'All your lots in one list, with this month’s money and how full they are.',
    sections: [
      {
        heading: 'What the list shows',
        text: [
          'Each row is one property: its city, how many rentals are active now, how full it is, and for Admins what it took this month so far.',
          'Choose a column’s heading to sort by it. The last row adds up what is shown.',
          'The amount is gross: everything that drivers paid, tax included. What is left after refunds, tax, and fees is on the Income Statement page.',
        ],
      },
      {
        heading: 'Add a property',
        steps: [
          'An Admin opens Properties and chooses Add property.',
          'Enter the name, the address, the time zone, and the number of spaces. Prices can follow later.',
          'The property’s Detail page opens. Connect its cameras under Cameras.',
        ],
      },
      {
        heading: 'Change prices, address, or booking link',
        steps: [
          'An Admin chooses Edit property on the Detail page, or Edit in the list.',
          'Change what you like and choose Save property. Drivers pay the new prices from then on; who changed what is in the Audit Log.',
        ],
        text: [
          'A new time zone counts from the change on: payments that are recorded already keep their day and hour.',
          'Enforcement, penalties, the Visibility page, rates, and dynamic pricing are set by support.',
        ],
      },
    ],
  },
  {
    id: 'team',
    title: 'Team',
    menuLabel: 'Team',
    summary: 'Invite people, choose what they may do, and remove them.',
    sections: [
      {
        heading: 'Invite somebody',
        steps: [
          'Open Team and choose Add Team Member.',
          'Enter the name, the email address, and the role.',
          'The person gets an email with a link; where no email server is set, you get the link to pass on. Until they have used it, the table says Invited.',
        ],
      },
      {
        heading: 'Roles',
        text: [
          'Admin: everything, including money, payouts, cameras, and the team.',
          'Employee: daily work such as visitors, codes, events, and violations, but no money.',
          'Enforcer: the list of drivers, to check cars on the lot.',
          'Valet: the Valet Dashboard.',
          'Accountant: income, payouts, ledger, close, books, and taxes, to read and download. No plates and no drivers.',
        ],
      },
      {
        heading: 'Change a role or remove somebody',
        text: [
          'An Admin changes a role right in the table. Removing somebody signs them out everywhere at once.',
          'The last Admin can’t be removed or get another role, so that somebody can always get in.',
        ],
      },
    ],
  },
  {
    id: 'payouts',
    title: 'Payouts',
    menuLabel: 'Payouts',
    summary: 'When money reaches your bank, how much, and where it goes.',
    sections: [
      {
        heading: 'When you are paid',
        text: [
          'Payouts occur by the 7th of each month for the previous month’s revenue, or on your organization’s own schedule. A bank may take 3 to 5 days to show them.',
          'Next payout is what it would pay by now, with the day it is sent and the days that it is for.',
          'Total future payout is everything your properties earned and that has not been paid out yet: gross revenue less refunds, tax, processing fees, commission, and earlier payouts.',
        ],
      },
      {
        heading: 'Change the bank account',
        steps: [
          'Open Payouts and choose Edit next to the bank account.',
          'Enter the routing number and the account number.',
          'Enter the code that we send you. Nothing changes before the code is right.',
        ],
        text: [
          'After a change, payouts wait for a few days. If it wasn’t you, contact support at once.',
        ],
      },
      {
        heading: 'Check a payout',
        text: [
          'Click an amount of the payout history to see its ledger entry, or the month below to see what it earned.',
          'Choose Download, The month by property, and a month. The file lists every property with its rentals, gross revenue, refunds, tax, fees, commission, and net revenue; the last row is their total.',
          'The Income Statement page for the same month shows the same figures.',
        ],
      },
      {
        heading: 'See whether it arrived',
        steps: [
          'Download the transactions of your account from your bank’s website, as CSV, OFX, QFX, CAMT.053 or MT940.',
          'Open Payouts, choose Bank, then Add bank file.',
          'Check the preview. For CSV, choose what it asks. Then choose Add transactions.',
        ],
        text: [
          'Files may overlap: each transaction is added once. Only its date, amount and description are kept.',
          'Deposits are matched to payouts by amount, date and description. What isn’t certain is listed for you to decide.',
        ],
      },
    ],
  },
  {
    id: 'income-statement',
    title: 'Income Statement',
    menuLabel: 'Income Statement',
    summary: 'What came in, what was deducted, and what is left, for any range of days.',
    sections: [
      {
        heading: 'Read the statement',
        text: [
          'Gross revenue is everything that drivers paid, tax included. Below it stand refunds, taxes, the processing fee, and our commission. What is left is your net revenue. A line below says what the commission is a share of by your contract.',
          'Refunds count on the day the money went back, which may be later than the rental.',
          'Lines that are zero are left out.',
        ],
      },
      {
        heading: 'Choose days and a property',
        text: [
          'The first click in the calendar sets the start, the second the end. Both days are included.',
          'Each property counts days by its own local time.',
        ],
      },
      {
        heading: 'Give it to an accountant or a bank',
        text: [
          'Choose Download and then PDF: a printed statement with your organization’s name, the days, and the same lines as the page.',
        ],
      },
      {
        heading: 'Prove a figure',
        text: [
          'Choose Download and then every movement: the file has each payment, refund, and penalty behind the statement, and its sums are the statement’s.',
        ],
      },
    ],
  },
  {
    id: 'ledger',
    title: 'Ledger',
    menuLabel: 'Ledger',
    summary: 'The payments, refunds, and penalties that a figure is made of.',
    sections: [
      {
        heading: 'Open a figure',
        text: [
          'Click any amount on another page, or choose a measure, a property, and days here. The entries in the list add up to the figure.',
        ],
      },
    ],
  },
  {
    id: 'changes',
    title: 'Why did it change?',
    menuLabel: 'Why did it change?',
    summary: 'From the net revenue of one month, week or range of days to the next.',
    sections: [
      {
        heading: 'Read the steps',
        text: [
          'More or fewer rentals, mix, length of stay, price, and what was deducted lead from the net revenue of the period before to this one. The steps add up to the cent. Small ones are one row that you can open.',
          'For all properties, a table begins with the one whose net revenue fell most. Click it to see why.',
        ],
      },
    ],
  },
  {
    id: 'week',
    title: 'This Week',
    menuLabel: 'This Week',
    summary: 'How last week went at all properties, and what comes next.',
    sections: [
      {
        heading: 'See how last week went',
        text: [
          'Last week, from Monday to Sunday, is compared with the week before and with the same week of last year. The table begins with the property whose net revenue fell most. Click a property to see why.',
        ],
      },
      {
        heading: 'See what comes next',
        text: [
          'Below are the events, closed days and holidays of the next 14 days, and your next payout.',
        ],
      },
    ],
  },
  {
    id: 'alerts',
    title: 'Alerts',
    menuLabel: 'Alerts',
    summary: 'Hear of silent cameras, failed payouts, and unusual days without looking.',
    sections: [
      {
        heading: 'Choose what you hear of',
        steps: [
          'Choose Get Alerts, and check how each alert comes: by email, as a text, or as a push notification.',
          'Choose properties and quiet hours if you don’t want all of them at any time, and save.',
        ],
        text: [
          'You get one message when something goes wrong, and one when it is over. Mute in an email stops one alert for you alone.',
        ],
      },
      {
        heading: 'Get notifications on a device',
        steps: [
          'Open Get Alerts on the device, and choose Allow on this device.',
          'Choose Send a test. If nothing appears, the reason is below the device.',
        ],
        text: [
          'On an iPhone or iPad, first add Lotkeeper to the home screen with the Share button, and open it from there.',
        ],
      },
    ],
  },
  {
    id: 'advertising',
    title: 'Advertising',
    menuLabel: 'Advertising',
    summary: 'Booking links and QR codes for your site, signs, and flyers.',
    sections: [
      {
        heading: 'Share a booking link',
        text: [
          'Choose Copy Link next to a property and paste it on your site or in a message.',
          'For signs and print, download the QR code: SVG stays sharp at any size, PNG opens everywhere. Drivers scan it and land on the booking page.',
        ],
      },
      {
        heading: 'No link yet',
        text: ['An Admin chooses Add a booking link next to the property and enters its URL.'],
      },
    ],
  },
];

const property: readonly Article[] = [
  {
    id: 'detail',
    title: 'Detail',
    menuLabel: 'Detail',
    summary: 'A property at a glance: rentals, prices, revenue, and drivers.',
    sections: [
      {
        heading: 'What you see',
        text: [
          'Overview counts rentals by the day they start, Current Rates shows what drivers pay now, and the revenue charts show today, this month, and this year.',
          'The page follows what happens at the property. The time after As of in the header is when the newest change shown here happened.',
        ],
      },
      {
        heading: 'What the figures are',
        text: [
          'Gross revenue is what drivers paid: charges and penalties, tax included. Net revenue is gross revenue less refunds, taxes, processing fees and commission. Lifetime earnings is the sum of all payouts.',
          'Spaces in use now counts rentals of all types that are active now. Open violations are neither paid nor waived. The month is compared by its days that are over with the same days before.',
          'Current price is what a driver pays who arrives now, before tax; dynamic pricing adjusts the base price, and the minimum is for a day, in hours at that price. The daily maximum holds for 24 hours, and the flat rate for a stay of any length.',
        ],
      },
      {
        heading: 'Two amounts that look alike',
        text: [
          'Month-to-date earnings is net and covers all properties of your organization. This month so far is gross and covers this property.',
        ],
      },
    ],
  },
  {
    id: 'timeline',
    title: 'Timeline',
    menuLabel: 'Timeline',
    summary: 'What happened at a property, day by day, with pictures.',
    sections: [
      {
        heading: 'Find a day',
        text: [
          'Scroll down to go back in time, or use Jump to date. Clear Filters returns to today.',
          'Each day lists rentals, visitors, violations, and events; several of a kind fold into one line that opens.',
        ],
      },
    ],
  },
  {
    id: 'event-calendar',
    title: 'Events',
    menuLabel: 'Event Calendar',
    summary: 'Close the lot, change its spaces, or pause enforcement for an event.',
    sections: [
      {
        heading: 'Add an event',
        steps: [
          'Open Event Calendar and click an empty hour, or choose Add Event.',
          'Enter the name, and choose whether the lot is closed or how many spaces are available.',
          'Choose the date, the start and end time or All day, and whether it repeats.',
          'Choose Save. The form says if the same event exists already, or if a closing overrides others on its first day.',
        ],
        text: [
          'While the lot is closed for an event, nobody can book. Leave enforcement off when everybody may park.',
        ],
      },
      {
        heading: 'When events overlap',
        text: [
          'A one-time event comes before a monthly one, a monthly one before a weekly one, and a weekly one before a daily one. Those that lose are faded in the calendar and say which event replaces them.',
        ],
      },
      {
        heading: 'Events past midnight',
        text: [
          'An event ends on the day it starts. For a concert from 8 PM to 2 AM, add one event until midnight and another from midnight.',
        ],
      },
    ],
  },
  {
    id: 'visitors',
    title: 'Visitors',
    menuLabel: 'Visitors',
    summary: 'Let cars park without paying, one at a time or from a file.',
    sections: [
      {
        heading: 'Add a visitor',
        steps: [
          'Open Visitors and choose Add a Visitor.',
          'Enter the license plate and its state, and choose a validation code, or a time until when the car may stay.',
          'Choose Add. A code decides how long the car may stay: the form says until when.',
        ],
      },
      {
        heading: 'Add many from a file',
        steps: [
          'Choose Bulk Visitor Upload on the Visitors page.',
          'Choose a CSV file or an Excel workbook (.xlsx) with one row for each plate, at most 100,000. The page shows how it reads the first rows, and which ones it would skip.',
          'If a column or the encoding isn’t certain, the page asks. Check the rows, change the choices under Columns and encoding, and confirm them.',
          'Choose a validation code and upload the file.',
          'Read the result: how many rows were added, updated, and skipped, and why. Download the skipped rows, correct them, and upload that file again.',
        ],
        text: [
          'The wrong file? Recent Uploads lists the files of the last 24 hours. Undo removes the visitors that a file added and restores the ones it changed. Visitors that somebody changed since then stay as they are.',
        ],
      },
      {
        heading: 'Let visitors register themselves',
        text: ['The validation kiosk runs on a tablet at your front desk. See Validation kiosk.'],
      },
    ],
  },
  {
    id: 'validation-codes',
    title: 'Validation codes',
    menuLabel: 'Validation Codes',
    summary: 'Codes that grant visitors free parking for a time.',
    sections: [
      {
        heading: 'Kinds of codes',
        text: [
          'For a few hours or days: each visitor gets that much time. Choose Refresh to replace the code with a new one; visitors who used the old one keep their time.',
          'Until a certain date: valid until the end of that day at the property.',
          'Always valid: without an end.',
          'For an event: valid while the events you choose are on.',
        ],
      },
      {
        heading: 'Delete a code',
        text: ['Nobody can use it any more. Visitors who were granted time keep it.'],
      },
    ],
  },
  {
    id: 'validation-kiosk',
    title: 'Validation kiosk',
    summary: 'A tablet at the front desk where visitors enter their plate.',
    sections: [
      {
        heading: 'Start a kiosk',
        steps: [
          'Open Visitors and choose Validation Requests.',
          'Choose Hours Mode to grant the same time to everybody, or Calendar Mode to pick an end date for each visitor. Set a PIN of 4 digits.',
          'Scan the code with the tablet, copy the link to it, or start the kiosk on this device, which signs you out here.',
        ],
        text: [
          'Visitors type their plate. A member of staff taps a plate, enters the PIN and validates it; for ten seconds that can be undone. The tablet can’t open anything else in Lotkeeper.',
          'The screen is in English or Spanish. Visitors change it at the top.',
        ],
      },
      {
        heading: 'Validate at the front desk',
        text: [
          'Validation Requests lists the plates that wait now, from all kiosks of the property. Choose how long they may stay and validate them there, without the PIN. The button on the Visitors page shows how many wait.',
          'A browser where a kiosk has run asks you to sign in again before it opens the validation page without the PIN, since guests may be using it.',
        ],
      },
      {
        heading: 'Without a network',
        text: ['The kiosk keeps plates and sends them when the network is back. It says so.'],
      },
    ],
  },
  {
    id: 'discount-codes',
    title: 'Discount codes',
    menuLabel: 'Discount Codes',
    summary: 'Codes that take a percentage, an amount, or hours off the price.',
    sections: [
      {
        heading: 'Add a discount code',
        steps: [
          'Open Discount Codes and choose Add Discount Code.',
          'Enter the code as drivers will type it, and choose what it takes off.',
          'Limit it if you like: a last day, a number of uses, or certain kinds of rentals.',
          'Choose Save.',
        ],
      },
      {
        heading: 'Change a code',
        text: [
          'Choose Edit. Once a code has been used, its name and its discount stay; everything else can change.',
        ],
      },
      {
        heading: 'Hand it out',
        text: [
          'Flyer downloads a PDF for a letter page with the offer and a QR code that opens your booking page with the code filled in.',
          'Discount Code Utilization shows how often each code was used in a month.',
        ],
      },
    ],
  },
  {
    id: 'check-a-plate',
    title: 'Check a plate',
    menuLabel: 'Check a Plate',
    summary: 'Find out in the lot whether a car may park there.',
    sections: [
      {
        heading: 'Check it',
        steps: [
          'Open Check a Plate and choose the property.',
          'Enter the plate, with its state if you know it: ABC123 AZ.',
          'Read whether the car may park, why, and until when. Look again names a plate that looks like it and has paid.',
        ],
      },
      {
        heading: 'Write a violation',
        text: [
          'Where the car has no right to park, Write a violation says what it costs, and asks once more. A payment for the stay lifts it; otherwise an Admin or Employee waives it.',
          'Without a connection, the page says what it knew of a plate that was checked before, and how old that is.',
        ],
      },
    ],
  },
  {
    id: 'violations',
    title: 'Waive a violation',
    menuLabel: 'Waive a Violation',
    summary: 'See who owes a penalty, look up a violation, and waive it.',
    sections: [
      {
        heading: 'Open violations',
        text: [
          'The list shows every violation that nobody has paid or waived, and their sum.',
          'Admins see those of all properties, the largest first, on Who Owes, beside unpaid monthly parking and tenant invoices: click the sum on This Week.',
        ],
      },
      {
        heading: 'Look it up',
        steps: [
          'Open Waive a Violation and enter the violation number or the license plate.',
          'Check the pictures and the times of entrance and exit.',
          'Choose Waive. The driver owes nothing from then on.',
        ],
        text: [
          'Print notice makes its page for the windshield.',
          'A violation that was paid can’t be waived. The page says who waived a violation and when.',
        ],
      },
    ],
  },
  {
    id: 'drivers',
    title: 'Drivers',
    menuLabel: 'Drivers',
    summary: 'Who parks at a property: monthly drivers, transient drivers, and tenants.',
    sections: [
      {
        heading: 'Find a driver',
        text: [
          'Search by plate, name, email, or phone. Spaces and dashes in a plate don’t matter.',
          'The tabs separate monthly drivers, transient drivers, and tenants.',
        ],
      },
      {
        heading: 'Add, change, or remove a driver',
        text: [
          'Add Driver starts a rental for a plate. Edit changes the plate and adds a discount code; either everything you entered is saved or nothing.',
          'Remove ends the rental immediately.',
        ],
      },
    ],
  },
  {
    id: 'reports',
    title: 'Reports',
    menuLabel: 'Reports',
    summary: 'Rentals and money of a month, day by day.',
    sections: [
      {
        heading: 'Read a report',
        text: [
          'Each row is a day of the property’s calendar. Gross revenue is what drivers paid, tax included. Net revenue is what is left after refunds, tax, the processing fee, and our commission.',
          'Rentals are counted on the day of their first charge, on every page. Where they are counted when they start, the page says so, as in “Rentals started”; the two can differ by a few.',
        ],
      },
      {
        heading: 'Download',
        text: [
          'Choose Download, pick the days, and choose Generate Report. The file has a row for each day and their total.',
        ],
      },
    ],
  },
  {
    id: 'graphs',
    title: 'Graphs and Revenue',
    menuLabel: 'Graphs',
    summary: 'How revenue and rentals develop by day and by month.',
    sections: [
      {
        heading: 'Graphs',
        text: [
          'Choose a month and what the chart shows. Days that are not over yet, and the newest day before its figures are in, are marked.',
          'Rentals by weekday and by start hour are those of the last two weeks. Click a weekday to open its rentals.',
        ],
      },
      {
        heading: 'Revenue',
        text: [
          'Revenue shows all months, in total and by rental type, gross or net, and the change from month to month.',
        ],
      },
    ],
  },
  {
    id: 'visibility',
    title: 'Visibility',
    menuLabel: 'Visibility',
    summary: 'What your cameras see: occupancy, the driver log, and pictures.',
    sections: [
      {
        heading: 'Driver log',
        text: [
          'Each row is a visit with its entrance, exit, and status. Choose one of the last seven days, a status, or a plate.',
          'A car that hasn’t left reads Still here. A violation’s number opens it.',
          'Renter: a rental covers the stay. Visitor: a validation code covers it. Grace period: the car left before it owed anything. Enforced: a rental started by itself, since we know the driver. Violator: the stay wasn’t paid.',
        ],
      },
      {
        heading: 'Occupied now',
        text: [
          'Occupied now counts rentals that are running; Cars seen counts visits that began today. Cameras usually don’t see cars that a valet parks, so there can be more rentals than cars.',
        ],
      },
    ],
  },
  {
    id: 'driver-insights',
    title: 'Driver insights',
    menuLabel: 'Driver-insights',
    summary: 'When drivers come, how often, and what they say.',
    sections: [
      {
        heading: 'What you see',
        text: [
          'Peak Rental Times shows how many rentals there usually are, by weekday and time of day or by month.',
          'Your Transient Drivers separates new drivers who came once from those who come back, over 90 or 180 days.',
          'Reviews come from drivers after their stay.',
        ],
      },
    ],
  },
  {
    id: 'custom-reports',
    title: 'Custom reports',
    menuLabel: 'Custom Reports',
    summary: 'Your own tables: choose days, measures, and how to group them.',
    sections: [
      {
        heading: 'Make a report',
        steps: [
          'Open Custom Reports, choose the measures and what to group them by.',
          'Choose the range of days.',
          'Save it under a name. Everyone at this property sees it under this name.',
        ],
      },
    ],
  },
  {
    id: 'local-intelligence',
    title: 'Local Intelligence',
    menuLabel: 'Local Intelligence',
    summary: 'How weekdays, holidays, and events change your rentals.',
    sections: [
      {
        heading: 'What you see',
        text: [
          'The page compares rentals on each weekday, holiday, and event of yours with what is usual, and says what to expect in the next weeks, as far as it is known.',
          'It needs a few weeks of rentals before it can say anything.',
          'Holidays are those of your property’s country and state, from date-holidays (data from Wikipedia, CC BY-SA 3.0).',
        ],
      },
    ],
  },
  {
    id: 'aggregator-rentals',
    title: 'Aggregator rentals',
    menuLabel: 'Aggregator Rentals',
    summary: 'Rentals at airport lots from booking sites, by day and site.',
    sections: [
      {
        heading: 'What is counted',
        text: [
          'Each cell counts the rentals from a booking site that are valid on that day, including those that start later that day.',
        ],
      },
    ],
  },
];

const stand: readonly Article[] = [
  {
    id: 'valet',
    title: 'Valet Dashboard',
    menuLabel: 'Valet Dashboard',
    summary: 'Check cars in and out at the stand.',
    sections: [
      {
        heading: 'Check a car in',
        steps: [
          'Ask the driver for their code, or start a Walk-in with a phone number.',
          'Choose Check in and enter the code, the plate, and what you know about the car. Photos are optional and help with claims.',
        ],
      },
      {
        heading: 'Hear it when a driver asks for the car',
        text: [
          'With the page open, the stand rings. With Ring this phone, you also get a notification while the phone is locked or in your pocket, until you log out.',
        ],
      },
      {
        heading: 'Check a car out',
        steps: [
          'Choose Check Out and enter the driver’s code.',
          'If there is a balance, choose Pay. The card on file is charged.',
          'Hand over the car. With nothing owed, the rental ends.',
        ],
        text: [
          'No card on file? The driver adds one on the page of their link. Send the link again texts it to them; where texts aren’t set up, Show the link shows it to scan.',
        ],
      },
    ],
  },
];

const systems: readonly Article[] = [
  {
    id: 'cameras',
    title: 'Cameras',
    menuLabel: 'Cameras',
    summary: 'Connect cameras that read license plates.',
    sections: [
      {
        heading: 'Connect a camera',
        steps: [
          'Open Cameras and choose Connect a camera.',
          'Choose the kind of camera or software, and the property.',
          'Copy the address and enter it in the camera’s settings as the place to send events. The address is shown once.',
          'When the first message has arrived, set the camera’s direction: entrance, exit, or both.',
        ],
      },
      {
        heading: 'Messages we couldn’t read',
        text: [
          'They are kept and listed with the reason, so that no plate is lost. After an update of Lotkeeper, choose Read All Again. Contact support if the list grows.',
        ],
      },
    ],
  },
  {
    id: 'api-keys',
    title: 'API Keys and Audit Log',
    menuLabel: 'API Keys',
    summary: 'Let other systems send data, and see who changed what.',
    sections: [
      {
        heading: 'API keys',
        text: [
          'A key lets another system, such as your booking site, send rentals, payments, and plate reads. Choose what it may send. The key is shown once; revoke it when it is no longer used.',
        ],
      },
      {
        heading: 'Audit log',
        text: ['The log lists what people changed, when, and from where. Nobody can edit it.'],
      },
      {
        heading: 'How long data is kept',
        text: [
          'On Privacy & Retention, choose how long images, plate reads, camera messages, visits without money, and visitors are kept. The page counts what a change would delete. It deletes first on the second night, and lists what each night deleted.',
          'Money, violations, and their evidence are kept. To keep the evidence of anything else, for example for a lawsuit, open its page and choose Place Hold.',
        ],
      },
    ],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    summary: 'Send messages to your other systems as things happen.',
    sections: [
      {
        heading: 'Add a webhook',
        steps: [
          'On API Keys, choose Webhooks, and then Add a webhook.',
          'Enter the URL of the other system, and choose what it gets.',
          'Copy the secret, which is shown once, and choose Send a test.',
        ],
      },
      {
        heading: 'When the other system doesn’t answer',
        text: [
          'Lotkeeper tries again for three days. Under Deliveries you see each message with its answer, and can send it again.',
        ],
      },
    ],
  },
  {
    id: 'sign-in',
    title: 'Signing in',
    summary: 'One-time codes instead of passwords.',
    sections: [
      {
        heading: 'How it works',
        steps: [
          'Enter your email address or phone number.',
          'Enter the code of 6 digits that we send you. It works once and for a few minutes.',
        ],
        text: [
          'No code? Look in the spam folder, wait for the countdown, and choose Resend. After too many wrong codes you have to wait.',
          'Log out on computers that others use.',
        ],
      },
    ],
  },
];

export const articleGroups: readonly ArticleGroup[] = [
  { title: 'Your business', articles: business },
  { title: 'A property', articles: property },
  { title: 'At the stand', articles: stand },
  { title: 'Sign-in and other systems', articles: systems },
];
