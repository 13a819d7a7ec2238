import type { DemoTenant } from './lot.ts';

/** The companies of the business park: one for each invoice status, and more that pay. */
export const tenantsOfCampus: readonly DemoTenant[] = [
  {
    description: 'Bluebonnet Software, floors 2 to 4',
    owner_email: 'facilities@bluebonnet.example.com',
    slot_count: 60,
    price_per_slot: 7500,
    rented: 54,
    invoice_status: 'paid',
    since_days_ago: 530,
  },
  {
    description: 'Hill Country Dental Group',
    owner_email: 'office@hcdental.example.com',
    slot_count: 18,
    price_per_slot: 8500,
    rented: 18,
    invoice_status: 'open',
    since_days_ago: 460,
  },
  {
    description: 'Pecan Street Architects',
    owner_email: 'studio@pecanstreet.example.com',
    slot_count: 14,
    price_per_slot: 8500,
    rented: 11,
    invoice_status: 'past_due',
    since_days_ago: 390,
  },
  {
    description: 'Lone Mesa Logistics',
    owner_email: 'ap@lonemesa.example.com',
    slot_count: 30,
    price_per_slot: 7800,
    rented: 26,
    invoice_status: 'paid',
    since_days_ago: 300,
  },
  {
    description: 'Quarry Coffee Roasters',
    owner_email: 'books@quarrycoffee.example.com',
    slot_count: 6,
    price_per_slot: 9000,
    rented: 2,
    invoice_status: 'uncollectible',
    since_days_ago: 240,
  },
  {
    description: 'Armadillo Pictures (moving out)',
    owner_email: 'production@armadillo.example.com',
    slot_count: 10,
    price_per_slot: 8500,
    rented: 0,
    invoice_status: 'void',
    since_days_ago: 200,
  },
  {
    description: 'Greenbelt Physical Therapy',
    owner_email: 'hello@greenbeltpt.example.com',
    slot_count: 8,
    price_per_slot: 8800,
    rented: 3,
    invoice_status: 'draft',
    since_days_ago: 12,
  },
];

/** Two companies with spaces in the downtown garage. */
export const tenantsOfGarage: readonly DemoTenant[] = [
  {
    description: 'Agave & Stone LLP',
    owner_email: 'accounts@agavestone.example.com',
    slot_count: 12,
    price_per_slot: 17500,
    rented: 11,
    invoice_status: 'paid',
    since_days_ago: 500,
  },
  {
    description: 'Palo Verde Credit Union',
    owner_email: 'branch12@paloverde.example.com',
    slot_count: 6,
    price_per_slot: 18500,
    rented: 6,
    invoice_status: 'open',
    since_days_ago: 170,
  },
];
