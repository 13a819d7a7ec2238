import type { Who } from '../e2e/support/app.ts';

/** A page of the product as the contact sheet shows it. */
export interface ShotPage {
  name: string;
  /** Below an organization (`org`) or a property (`spot`), or from the root. */
  at: 'root' | 'org' | 'spot';
  path: string;
  who: Who | null;
  /** Its dialogs, by the name of the button that opens each. */
  dialogs?: Record<string, string | RegExp>;
}

const organizationPages: ShotPage[] = (
  [
    ['Properties', 'spots?view=list'],
    ['Properties map', 'spots?view=map'],
    ['Team', 'team', { add: 'Add Team Member', role: /^Change .*role|^Role/, remove: /^Remove / }],
    [
      'Payouts',
      'payouts',
      {
        bank: 'Edit bank account',
        ein: 'Edit organization EIN',
        representative: 'Edit account representative',
      },
    ],
    ['Income Statement', 'income-statement'],
    ['Why did it change?', 'changes'],
    ['Advertising', 'advertising'],
    ['Cameras', 'cameras', { connect: 'Connect a camera' }],
    ['Audit Log', 'audit-log'],
    ['API Keys', 'api-keys', { create: 'Create API key' }],
    ['Privacy & Retention', 'privacy'],
    ['Requests of Drivers', 'privacy/requests'],
  ] as [string, string, ShotPage['dialogs']?][]
).map(([name, path, dialogs = {}]) => ({ name, path, dialogs, at: 'org', who: 'admin' }));

const spotPages: ShotPage[] = (
  [
    ['Detail', 'detail'],
    ['Driver Insights', 'driver-insights'],
    ['Reviews', 'reviews'],
    ['Transient Drivers', 'transient-drivers'],
    ['Timeline', 'timeline'],
    ['Events', 'events', { add: '+ Add Event', edit: /Late-night parking/ }],
    ['Visitors', 'visitors', { add: '+ Add a Visitor', edit: /^Edit / }],
    ['Visitor upload', 'upload-visitors-csv'],
    ['Kiosk setup', 'kiosk-generator'],
    [
      'Validation Codes',
      'codes',
      { add: '+ Add Validation Code', edit: /^Edit /, refresh: 'Refresh Temporary Codes' },
    ],
    [
      'Discount Codes',
      'promos',
      { add: '+ Add Discount Code', edit: /^Edit /, remove: /^(Delete|Remove) / },
    ],
    ['Violations', 'violations'],
    [
      'Drivers monthly',
      'drivers?tab=monthly',
      { add: 'Add Driver', edit: /^Edit /, remove: /^Remove / },
    ],
    ['Drivers hourly', 'drivers?tab=hourly'],
    ['Reports', 'reports'],
    ['Graphs', 'graphs'],
    ['Revenue', 'revenue'],
    ['Visibility', 'visibility'],
    ['Aggregator Rentals', 'aggregator-rentals'],
    ['Custom Reports', 'custom-reports', { save: 'Save' }],
    ['Local Intelligence', 'local-intelligence'],
  ] as [string, string, ShotPage['dialogs']?][]
).map(([name, path, dialogs = {}]) => ({ name, path, dialogs, at: 'spot', who: 'admin' }));

/** Every page of the product. */
export const pages: ShotPage[] = [
  { name: 'Login', at: 'root', path: '/login', who: null },
  { name: 'Verify Evidence', at: 'root', path: '/verify', who: null },
  { name: 'A link that does not work', at: 'root', path: '/auth/li_gone', who: null },
  { name: 'Not found', at: 'root', path: '/organization/1/nowhere', who: 'admin' },
  { name: 'Without an organization', at: 'root', path: '/', who: 'nobody' },
  { name: 'Help Center', at: 'root', path: '/help-center', who: 'admin' },
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
  { name: 'Superuser home', at: 'root', path: '/', who: 'superuser' },
  ...['new-organization', 'new-property', 'people'].map(
    (path): ShotPage => ({
      name: `Superuser ${path.replace('-', ' ')}`,
      at: 'root',
      path: `/superuser/${path}`,
      who: 'superuser',
    }),
  ),
  {
    name: 'Valet',
    at: 'root',
    path: '/valet/1',
    who: 'valet',
    dialogs: { 'walk-in': 'Walk-in', 'check out': 'Check Out' },
  },
];
