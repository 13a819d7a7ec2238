import { findNewestStart } from '@lotkeeper/contract/money/letters';
import type { Who } from '../e2e/testing/app.ts';
import { findLastToday } from '../e2e/testing/clock.ts';

/** A page of the product in the contact sheet. */
export interface ShotPage {
  name: string;
  /** Below an organization (`org`) or a property (`spot`), or from the root. */
  at: 'root' | 'org' | 'spot';
  path: string;
  who: Who | null;
  /** Its text, if the page only shows a message. */
  says?: string;
  /** Its dialogs, menus and calendars, by the name of the button that opens each. */
  dialogs?: Record<string, string | RegExp>;
}

/** What a button opens over a page. */
export const dialogSelector = '[role="dialog"]:visible, [role="menu"]:visible';

const dates = /^(Dates|Created)/;
const switcher = / switch property$/;

const organizationPages: ShotPage[] = (
  [
    ['Home', 'home'],
    ['Properties', 'spots?view=list'],
    ['The first property', 'spots'],
    ['Team', 'team', { add: 'Add Team Member', role: /^Change .*role|^Role/, remove: /^Remove / }],
    [
      'Payouts',
      'payouts',
      {
        bank: 'Edit bank account',
        ein: 'Edit organization EIN',
        representative: 'Edit account representative',
        subscribe: 'Subscribe',
        download: 'Download',
      },
    ],
    ['Bank', 'payouts/bank', { add: 'Add bank file' }],
    ['Income Statement', 'income-statement', { dates, download: 'Download' }],
    ['Close', 'close', { sign: 'Sign all that add up', tolerance: 'Tolerance' }],
    ['Taxes', 'taxes', { rate: 'Set a tax rate' }],
    ['Booking Sites', 'booking-sites', { add: 'Add remittance file', rate: 'Add a commission' }],
    ['Books', 'books', { accounts: 'Accounts', export: 'Export journals' }],
    ['Why did it change?', 'changes'],
    ['This Week', 'week'],
    ['Monday Email', `letters/weekly/${findNewestStart('weekly', findLastToday())}`],
    ['Monthly Letter', `letters/monthly/${findNewestStart('monthly', findLastToday())}`],
    ['Who Owes', 'who-owes'],
    ['Cars', 'cars', { dates }],
    ['Check a Plate', 'check'],
    ['Plate Desk', 'plate-desk', { 'service cars': 'Staff and service cars' }],
    ['Appeals', 'appeals', { answers: 'Saved answers', rules: 'Rules by state' }],
    ['Ledger', 'ledger?measure=gross', { dates }],
    ['Import History', 'history'],
    ['Advertising', 'advertising'],
    ['Alerts', 'alerts', { choices: 'Get Alerts', limits: 'Limits', plates: 'Watched Plates' }],
    ['Cameras', 'cameras', { connect: 'Connect a camera' }],
    ['Audit Log', 'audit-log'],
    ['API Keys', 'api-keys', { create: 'Create API key' }],
    ['Webhooks', 'webhooks', { add: 'Add a webhook' }],
    ['Privacy & Retention', 'privacy', { rule: /^Change /, everything: 'Export Everything…' }],
    ['Requests of Drivers', 'privacy/requests'],
    ['Plate Searches', 'plate-searches'],
  ] as [string, string, ShotPage['dialogs']?][]
).map(([name, path, dialogs = {}]) => ({ name, path, dialogs, at: 'org', who: 'admin' }));

const spotPages: ShotPage[] = (
  [
    ['Detail', 'detail', { switcher }],
    ['Driver Insights', 'driver-insights'],
    ['Reviews', 'reviews'],
    ['Transient Drivers', 'transient-drivers'],
    ['Timeline', 'timeline', { 'jump to date': 'Jump to date' }],
    ['Events', 'events', { add: '+ Add Event', edit: /Late-night parking/ }],
    ['Visitors', 'visitors', { add: '+ Add a Visitor', edit: /^Edit / }],
    ['Visitor upload', 'upload-visitors-csv'],
    ['Kiosk setup', 'kiosk-generator'],
    [
      'Validation Codes',
      'codes',
      { add: '+ Add Validation Code', edit: /^Edit /, refresh: 'Refresh Temporary Codes' },
    ],
    ['Validation Bills', 'validation-bills', { add: '+ Add Sponsor' }],
    [
      'Discount Codes',
      'promos',
      { add: '+ Add Discount Code', edit: /^Edit /, remove: /^(Delete|Remove) / },
    ],
    ['Violations', 'violations'],
    ['Notice to Print', 'violations/gone', {}, 'There is no such violation.'],
    ['Violations of all', 'violations?status=all', { dates }],
    [
      'Drivers monthly',
      'drivers?tab=monthly',
      { add: 'Add Driver', edit: /^Edit /, remove: /^Remove / },
    ],
    ['Drivers transient', 'drivers?tab=transient'],
    ['Tenants', 'drivers?tab=tenants'],
    ['Reports', 'reports', { download: 'Download' }],
    ['Graphs', 'graphs'],
    ['Revenue', 'revenue'],
    ['Visibility', 'visibility'],
    ['Aggregator Rentals', 'aggregator-rentals'],
    ['Custom Reports', 'custom-reports', { save: 'Save' }],
    ['Local Intelligence', 'local-intelligence'],
  ] as [string, string, ShotPage['dialogs']?, ShotPage['says']?][]
).map(([name, path, dialogs = {}, expectedText]) => ({
  name,
  path,
  dialogs,
  at: 'spot',
  who: 'admin',
  ...(expectedText ? { says: expectedText } : {}),
}));

/** Every page of the product. */
export const pages: ShotPage[] = [
  { name: 'Login', at: 'root', path: '/login', who: null },
  { name: 'Verify Evidence', at: 'root', path: '/verify', who: null },
  { name: 'Appeal a Violation', at: 'root', path: '/appeal?code=ACE7749', who: null },
  {
    name: 'A car that was handed over',
    at: 'root',
    path: '/car/gone',
    who: null,
    says: 'This link has expired.',
  },
  {
    name: 'Mute an Alert',
    at: 'root',
    path: '/mute/gone',
    who: null,
    says: 'This link doesn’t work any more',
  },
  { name: 'Stop Alert Emails', at: 'root', path: '/unsubscribe/gone', who: null },
  {
    name: 'The validation page of staff',
    at: 'spot',
    path: 'validation?minutes=60',
    who: 'employee',
    says: 'Waiting for validation',
  },
  {
    name: 'A link that does not work',
    at: 'root',
    path: '/auth/li_gone',
    who: null,
    says: 'This link can’t sign you in',
  },
  {
    name: 'Not found',
    at: 'root',
    path: '/organization/1/nowhere',
    who: 'admin',
    says: 'Page not found',
  },
  { name: 'Without an organization', at: 'root', path: '/', who: 'nobody' },
  {
    name: 'Organization not found',
    at: 'root',
    path: '/organization/424242/spots',
    who: 'admin',
    says: 'Organization not found',
  },
  {
    name: 'A page of another role',
    at: 'spot',
    path: 'violations',
    who: 'enforcer',
    says: 'Your role doesn’t include this page',
  },
  {
    name: 'A page for superusers',
    at: 'spot',
    path: 'rates',
    who: 'admin',
    says: 'This page is for Lotkeeper support',
  },
  {
    name: 'Dashboard of a driver',
    at: 'root',
    path: '/',
    who: 'renter',
    says: 'This dashboard is for parking operators',
  },
  {
    name: 'Without a property',
    at: 'root',
    path: '/',
    who: 'withoutLots',
    says: 'No parking lots here yet...',
  },
  { name: 'Your Account', at: 'root', path: '/account', who: 'admin' },
  { name: 'Help Center', at: 'root', path: '/help-center', who: 'admin' },
  { name: 'Help article', at: 'root', path: '/help-center/validation-codes', who: 'admin' },
  ...organizationPages,
  ...spotPages,
  {
    name: 'Rates',
    at: 'spot',
    path: 'rates',
    who: 'superuser',
    dialogs: { add: '+ Add Rate', show: /Hourly/ },
  },
  { name: 'Invoice', at: 'spot', path: 'invoice', who: 'superuser' },
  { name: 'Add property', at: 'org', path: 'new-property', who: 'admin' },
  { name: 'Set up', at: 'org', path: 'setup', who: 'admin' },
  { name: 'Edit property', at: 'org', path: 'edit-property?spotPk=1', who: 'admin' },
  {
    name: 'Edit property, as a superuser',
    at: 'org',
    path: 'edit-property?spotPk=1',
    who: 'superuser',
  },
  { name: 'Superuser home', at: 'root', path: '/', who: 'superuser' },
  ...['new-organization', 'edit-organization?organization=1'].map(
    (path): ShotPage => ({
      name: `Superuser ${path.replace('-', ' ').replace(/\?.*/, '')}`,
      at: 'root',
      path: `/superuser/${path}`,
      who: 'superuser',
    }),
  ),
  {
    name: 'Superuser people',
    at: 'root',
    path: '/superuser/people?organization=1',
    who: 'superuser',
    dialogs: { add: 'Add person' },
  },
  {
    name: 'Valet',
    at: 'root',
    path: '/valet/1',
    who: 'valet',
    dialogs: { 'walk-in': 'Walk-in', 'check in': 'Check in', 'check out': 'Check Out' },
  },
];
