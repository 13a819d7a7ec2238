import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import type { DemoLot } from './lot.ts';
import { cactusLots, lakeshoreLots } from './lots.ts';

/** A demo operator. Rates are in basis points. */
export interface DemoOrganization {
  key: 'cactus' | 'lakeshore' | 'juniper';
  name: string;
  region: string;
  zone: string;
  commission_rate: number;
  commission_base: CommissionBase;
  tax_rate: number;
  processing_rate: number;
  lots: readonly DemoLot[];
  /** Its bank account, and its representative at the processor. */
  account: { bank: { routing_number: string; account_number: string }; person: string } | null;
}

export const demoRegions = [
  { name: 'Southwest', contact_number: '+16025550190' },
  { name: 'Great Lakes', contact_number: '+13125550191' },
];

export const demoOrganizations: readonly DemoOrganization[] = [
  {
    key: 'cactus',
    name: 'Cactus & Coast Parking',
    region: 'Southwest',
    zone: 'America/Phoenix',
    commission_rate: 1200,
    commission_base: 'gross',
    tax_rate: 825,
    processing_rate: 290,
    lots: cactusLots,
    account: {
      bank: { routing_number: '122000247', account_number: '4021776789' },
      person: 'Marisol Vega',
    },
  },
  {
    key: 'lakeshore',
    name: 'Lakeshore Park & Go',
    region: 'Great Lakes',
    zone: 'America/Chicago',
    commission_rate: 950,
    commission_base: 'adjusted',
    tax_rate: 600,
    processing_rate: 275,
    lots: lakeshoreLots,
    account: {
      bank: { routing_number: '071000013', account_number: '88120455310' },
      person: 'Dale Whitaker',
    },
  },
  {
    key: 'juniper',
    name: 'Juniper Ridge Holdings',
    region: 'Southwest',
    zone: 'America/Denver',
    commission_rate: 1500,
    commission_base: 'gross',
    tax_rate: 0,
    processing_rate: 310,
    lots: [],
    account: null,
  },
];
