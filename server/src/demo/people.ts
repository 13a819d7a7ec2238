import type { Role } from '@lotkeeper/contract/kernel/access';
import type { DemoOrganization } from './organizations.ts';

/** A person who can sign in to the demo. */
export interface DemoPerson {
  key: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  /** A short description of the person. */
  description: string;
  roles: readonly {
    organization: DemoOrganization['key'];
    role: Role;
  }[];
  superuser?: boolean;
  is_renter?: boolean;
  /** Days since the last sign-in; null = never. */
  last_login_days_ago: number | null;
}

/** The people of the demo, the most useful first. */
export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'admin',
    first_name: 'Marisol',
    last_name: 'Vega',
    email: 'marisol.vega@example.com',
    phone: '+16025550101',
    description: 'Admin of Cactus & Coast Parking',
    roles: [{ organization: 'cactus', role: 'ADMIN' }],
    last_login_days_ago: 0,
  },
  {
    key: 'both',
    first_name: 'Dale',
    last_name: 'Whitaker',
    email: 'dale.whitaker@example.com',
    phone: '+16025550102',
    description: 'Admin of Cactus & Coast Parking and of Lakeshore Park & Go',
    roles: [
      { organization: 'cactus', role: 'ADMIN' },
      { organization: 'lakeshore', role: 'ADMIN' },
    ],
    last_login_days_ago: 1,
  },
  {
    key: 'employee',
    first_name: 'Priya',
    last_name: 'Raman',
    email: 'priya.raman@example.com',
    phone: '+16025550103',
    description: 'Employee of Cactus & Coast Parking',
    roles: [{ organization: 'cactus', role: 'EMPLOYEE' }],
    last_login_days_ago: 2,
  },
  {
    key: 'enforcer',
    first_name: 'Tomás',
    last_name: 'Quiroga',
    email: 'tomas.quiroga@example.com',
    phone: '+16025550104',
    description: 'Enforcer of Cactus & Coast Parking',
    roles: [{ organization: 'cactus', role: 'ENFORCER' }],
    last_login_days_ago: 0,
  },
  {
    key: 'valet',
    first_name: 'Jordan',
    last_name: 'Okafor',
    email: 'jordan.okafor@example.com',
    phone: '+16025550105',
    description: 'Valet of Cactus & Coast Parking',
    roles: [{ organization: 'cactus', role: 'VALET' }],
    last_login_days_ago: 0,
  },
  {
    key: 'accountant',
    first_name: 'Ingrid',
    last_name: 'Solheim',
    email: 'ingrid.solheim@example.com',
    phone: '+16025550112',
    description: 'Accountant of Cactus & Coast Parking',
    roles: [{ organization: 'cactus', role: 'ACCOUNTANT' }],
    last_login_days_ago: 4,
  },
  {
    key: 'no-lots',
    first_name: 'June',
    last_name: 'Halloran',
    email: 'june.halloran@example.com',
    phone: '+16025550106',
    description: 'Admin of Juniper Ridge Holdings, which has no lots',
    roles: [{ organization: 'juniper', role: 'ADMIN' }],
    last_login_days_ago: 9,
  },
  {
    key: 'superuser',
    first_name: 'Sam',
    last_name: 'Lindqvist',
    email: 'sam.lindqvist@example.com',
    phone: '+16025550107',
    description: 'Superuser',
    roles: [],
    superuser: true,
    last_login_days_ago: 0,
  },
  {
    key: 'renter',
    first_name: 'Rosa',
    last_name: 'Delgado',
    email: 'rosa.delgado@example.com',
    phone: '+16025550108',
    description: 'Renter',
    roles: [],
    is_renter: true,
    last_login_days_ago: 3,
  },
  {
    key: 'unaffiliated',
    first_name: 'Casey',
    last_name: 'Brandt',
    email: 'casey.brandt@example.com',
    phone: '+16025550109',
    description: 'Person without any organization',
    roles: [],
    last_login_days_ago: 30,
  },
  {
    key: 'newcomer',
    first_name: 'Noor',
    last_name: 'Haddad',
    email: 'noor.haddad@example.com',
    phone: '+16025550110',
    description: 'Employee of Cactus & Coast Parking who never signed in',
    roles: [{ organization: 'cactus', role: 'EMPLOYEE' }],
    last_login_days_ago: null,
  },
  {
    key: 'long-name',
    first_name: 'Maximiliana-Guadalupe',
    last_name: 'Fernández de Córdoba y Villaseñor-Montgomery',
    email: 'maximiliana-guadalupe.fernandez-de-cordoba@example.com',
    phone: '+16025550111',
    description: 'Employee of Lakeshore Park & Go with a very long name',
    roles: [{ organization: 'lakeshore', role: 'EMPLOYEE' }],
    last_login_days_ago: 5,
  },
];

/** People who were invited and haven't joined yet. */
export const demoInvitations = [
  {
    organization: 'cactus',
    first_name: 'Walt',
    last_name: 'Pruitt',
    email: 'walt.pruitt@example.com',
    role: 'ENFORCER',
  },
] as const;
