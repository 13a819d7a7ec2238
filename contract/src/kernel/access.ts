/** Roles in an organization. Superuser is a flag of the profile, not a role. */
export const roles = ['ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT'] as const;

export type Role = (typeof roles)[number];

export const adminOnly = ['ADMIN'] as const satisfies readonly Role[];
export const adminAndEmployee = ['ADMIN', 'EMPLOYEE'] as const satisfies readonly Role[];
export const adminEmployeeEnforcer = [
  'ADMIN',
  'EMPLOYEE',
  'ENFORCER',
] as const satisfies readonly Role[];
/** Roles that read money. */
export const adminAndAccountant = ['ADMIN', 'ACCOUNTANT'] as const satisfies readonly Role[];
/** Calls that answer Employees without money, and Accountants without plates. */
export const adminEmployeeAccountant = [
  'ADMIN',
  'EMPLOYEE',
  'ACCOUNTANT',
] as const satisfies readonly Role[];
/** Roles that work at a valet stand. */
export const valetRoles = ['ADMIN', 'EMPLOYEE', 'VALET'] as const satisfies readonly Role[];
export const anyRole: readonly Role[] = [...roles];

/**
 * Where a request names the organization or spot it acts on: exactly one source, so path and body cannot disagree.
 */
export type ScopeSource = `${'params' | 'query' | 'body'}.${string}`;

/** What an API key can be created for: the kinds of records it may send, and what it may ask. */
export const grants = [
  'rentals',
  'payments',
  'visits',
  'reads',
  'reviews',
  'notes',
  'images',
  'valet',
  'checks',
] as const;
export type Grant = (typeof grants)[number];

/** Where a camera's sender passes its key: many cameras can only be given a URL. */
export type CameraKeySource = 'params.key' | 'header';

/** Records of a property that calls identify by number alone; their property is looked up. */
export const spotRecords = [
  'event',
  'rate',
  'visitor code',
  'validation sponsor',
  'visitor',
  'visitor upload',
  'discount code',
  'kiosk',
  'violation',
  'visit',
  'rental',
  'monthly rental',
  'custom report',
  'valet session',
  'ledger entry',
] as const;
export type SpotRecord = (typeof spotRecords)[number];
/** Records of an organization that calls identify by number alone. */
export const organizationRecords = ['invitation'] as const;
export type OrganizationRecord = (typeof organizationRecords)[number];

export type Access =
  | { scope: 'public' }
  | {
      scope: 'signed_in';
      /** Restricts the call to people with one of these roles in any organization, and superusers. */
      anywhere?: readonly Role[];
    }
  | { scope: 'superuser' }
  | { scope: 'machine'; grant: Grant | null }
  | { scope: 'camera'; key: CameraKeySource }
  | { scope: 'organization'; from: ScopeSource; roles: readonly Role[] }
  | {
      scope: 'organization_record';
      record: OrganizationRecord;
      from: ScopeSource;
      roles: readonly Role[];
    }
  | {
      scope: 'spot_record';
      record: SpotRecord;
      from: ScopeSource;
      roles: readonly Role[];
      kiosks?: true;
      /** Only at properties with a price. */
      priced?: true;
    }
  | {
      scope: 'any_spot_record';
      /** Where a request names each kind of record. */
      sources: Readonly<Partial<Record<SpotRecord, ScopeSource>>>;
      roles: readonly Role[];
    }
  | {
      scope: 'spot';
      from: ScopeSource;
      roles: readonly Role[];
      kiosks?: true;
      /** The default when the call names no property. Absent: the call must name one. */
      unnamed?: 'first property' | 'first organization';
      priced?: true;
      /** Restricts the call to properties that have this feature. */
      feature?: string;
    }
  | { scope: 'kiosk' }
  | {
      scope: 'organization_or_spot';
      from: ScopeSource;
      spotFrom: ScopeSource;
      roles: readonly Role[];
    };

/** Anyone, signed in or not. */
export const everybody = { scope: 'public' } as const;
/** Anyone with an active session, in any organization or none. */
export const signedIn = { scope: 'signed_in' } as const;
/** People with one of `roles` in any organization; superusers pass. */
export const signedInAs = (roles: readonly Role[]) =>
  ({ scope: 'signed_in', anywhere: roles }) as const;
/** Internal staff only. */
export const superuserOnly = { scope: 'superuser' } as const;

/** Programs with an API key created for `grant`, limited to the key's organization. */
export const byMachine = <const G extends Grant>(grant: G) =>
  ({ scope: 'machine', grant }) as const;

/** Programs with any active API key of an organization. */
export const anyMachine = { scope: 'machine', grant: null } as const;

/** Senders of camera messages with the key of an active feed, limited to the feed's organization. */
export const byCamera = <const K extends CameraKeySource>(key: K) =>
  ({ scope: 'camera', key }) as const;

/** Members of the organization named at `from` (its pk or uuid) who hold one of `roles`; superusers pass. */
export const inOrganization = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'organization', from, roles }) as const;

/** Members of the organization that owns the record named at `from` (its pk); superusers pass. */
export const ofOrganizationRecord = <const F extends ScopeSource>(
  record: OrganizationRecord,
  from: F,
  roles: readonly Role[],
) => ({ scope: 'organization_record', record, from, roles }) as const;

/** Members of the organization that owns the property of the record named at `from` (its pk); superusers pass. */
export const ofSpotRecord = <const F extends ScopeSource>(
  record: SpotRecord,
  from: F,
  roles: readonly Role[],
) => ({ scope: 'spot_record', record, from, roles }) as const;

/** Like `ofSpotRecord`, for a record of one of several kinds; the request's schema lets it name only one of them. */
export const ofAnySpotRecord = <const S extends Readonly<Partial<Record<SpotRecord, ScopeSource>>>>(
  sources: S,
  roles: readonly Role[],
) => ({ scope: 'any_spot_record', sources, roles }) as const;

/** Members of the organization that owns the spot named at `from` (its pk or uuid); superusers pass. */
export const atSpot = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'spot', from, roles }) as const;

/**
 * Like `atSpot`. Without a property, the call uses the first one, in the order of the valet dashboard, that the caller
 * may use and that isn't hidden.
 */
export const atSpotOrFirst = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'spot', from, roles, unnamed: 'first property' }) as const;

/** Like `atSpot`. Without a property, the call uses the first organization that the caller may use. */
export const atSpotOrDefaultOrganization = <const F extends ScopeSource>(
  from: F,
  roles: readonly Role[],
) => ({ scope: 'spot', from, roles, unnamed: 'first organization' }) as const;

/** An active kiosk, limited to its property. */
export const byKiosk = { scope: 'kiosk' } as const;

/** Also admits a kiosk of the property that the request names. */
export const orKiosk = <const A extends Extract<Access, { kiosks?: true }>>(access: A) =>
  ({ ...access, kiosks: true }) as const;

/** Restricts `access` to properties with a price. */
export const onlyPriced = <const A extends Extract<Access, { priced?: true }>>(access: A) =>
  ({ ...access, priced: true }) as const;

/** Like `inOrganization`, or like `atSpot` if the request names a spot; its schema allows only one of them. */
export const atOrganizationOrSpot = <const F extends ScopeSource, const S extends ScopeSource>(
  from: F,
  spotFrom: S,
  roles: readonly Role[],
) => ({ scope: 'organization_or_spot', from, spotFrom, roles }) as const;

/** Whether a person has one of the `allowed` roles: the single rule behind menus, pages and endpoints. */
export function permits(
  allowed: readonly Role[],
  viewer: { superuser: boolean; role: Role | null },
): boolean {
  return viewer.superuser || (viewer.role !== null && allowed.includes(viewer.role));
}
