/** The roles a person can have in an organization. Superuser is a flag of the profile, not a role. */
export const roles = ['ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET'] as const;

export type Role = (typeof roles)[number];

export const adminOnly = ['ADMIN'] as const satisfies readonly Role[];
export const adminAndEmployee = ['ADMIN', 'EMPLOYEE'] as const satisfies readonly Role[];
export const adminEmployeeEnforcer = [
  'ADMIN',
  'EMPLOYEE',
  'ENFORCER',
] as const satisfies readonly Role[];
/** Who works at a valet stand. */
export const valetRoles = ['ADMIN', 'EMPLOYEE', 'VALET'] as const satisfies readonly Role[];
/** Every member, whatever they do there. */
export const anyRole: readonly Role[] = [...roles];

/** Where a request names the organization or spot it acts on: exactly one place, so path and body cannot disagree. */
export type ScopeSource = `${'params' | 'query' | 'body'}.${string}`;

/** What an API key can be made for: each names the records that a program may send. */
export const grants = [
  'rentals',
  'payments',
  'visits',
  'reads',
  'reviews',
  'notes',
  'images',
  'valet',
] as const;
export type Grant = (typeof grants)[number];

/** Where a camera's sender brings its key: many can do no more than post to an address. */
export type CameraKeySource = 'params.key' | 'header';

/** Things of a property that calls name by their number alone; where they belong is looked up. */
export const spotRecords = [
  'event',
  'rate',
  'visitor code',
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
/** Things of an organization that calls name so. */
export const organizationRecords = ['invitation'] as const;
export type OrganizationRecord = (typeof organizationRecords)[number];

export type Access =
  | { scope: 'public' }
  | { scope: 'signed_in' }
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
      /** Only at properties with an hourly, daily or monthly price. */
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
      /** What the call is for when it names no property. Absent: it has to name one. */
      unnamed?: 'first property' | 'first organization';
      priced?: true;
      /** Only at properties that have it. */
      feature?: string;
    }
  | { scope: 'kiosk' }
  | {
      scope: 'organization_or_spot';
      from: ScopeSource;
      spotFrom: ScopeSource;
      roles: readonly Role[];
    };

/** Anybody, signed in or not. */
export const everybody = { scope: 'public' } as const;
/** Anyone who holds a live session, whatever their organizations. */
export const signedIn = { scope: 'signed_in' } as const;
/** Internal staff only. */
export const superuserOnly = { scope: 'superuser' } as const;

/** Programs with an API key of an organization that was made for `grant`; they act on that organization alone. */
export const byMachine = <const G extends Grant>(grant: G) =>
  ({ scope: 'machine', grant }) as const;

/** Programs with any live API key of an organization. */
export const anyMachine = { scope: 'machine', grant: null } as const;

/** Senders of camera messages with the key of a live feed; they act on its organization alone. */
export const byCamera = <const K extends CameraKeySource>(key: K) =>
  ({ scope: 'camera', key }) as const;

/** Members of the organization named at `from` (its pk or uuid) who hold one of `roles`; superusers pass. */
export const inOrganization = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'organization', from, roles }) as const;

/** Members of the organization that has the record named at `from` (its pk); superusers pass. */
export const ofOrganizationRecord = <const F extends ScopeSource>(
  record: OrganizationRecord,
  from: F,
  roles: readonly Role[],
) => ({ scope: 'organization_record', record, from, roles }) as const;

/** Members of the organization at whose property the record named at `from` (its pk) is; superusers pass. */
export const ofSpotRecord = <const F extends ScopeSource>(
  record: SpotRecord,
  from: F,
  roles: readonly Role[],
) => ({ scope: 'spot_record', record, from, roles }) as const;

/** As `ofSpotRecord`, for a record of one of several kinds; the request's form lets it name one of them only. */
export const ofAnySpotRecord = <const S extends Readonly<Partial<Record<SpotRecord, ScopeSource>>>>(
  sources: S,
  roles: readonly Role[],
) => ({ scope: 'any_spot_record', sources, roles }) as const;

/** Members of the organization that owns the spot named at `from` (its pk or uuid); superusers pass. */
export const atSpot = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'spot', from, roles }) as const;

/**
 * As `atSpot`. A call that names no property is for the first one, in the order of the valet dashboard, that the caller
 * may use and that isn't hidden.
 */
export const atSpotOrFirst = <const F extends ScopeSource>(from: F, roles: readonly Role[]) =>
  ({ scope: 'spot', from, roles, unnamed: 'first property' }) as const;

/** As `atSpot`. A call that names no property is for the first organization that the caller may use. */
export const atSpotOrDefaultOrganization = <const F extends ScopeSource>(
  from: F,
  roles: readonly Role[],
) => ({ scope: 'spot', from, roles, unnamed: 'first organization' }) as const;

/** A kiosk that runs; it acts on its property alone. */
export const byKiosk = { scope: 'kiosk' } as const;

/** As `access` says, or a kiosk of the property that the request names. */
export const orKiosk = <const A extends Extract<Access, { kiosks?: true }>>(access: A) =>
  ({ ...access, kiosks: true }) as const;

/** As `access` says, at properties with an hourly, daily or monthly price. */
export const onlyPriced = <const A extends Extract<Access, { priced?: true }>>(access: A) =>
  ({ ...access, priced: true }) as const;

/** As `inOrganization`, or as `atSpot` where the request names a spot instead; its form lets it name one of them only. */
export const atOrganizationOrSpot = <const F extends ScopeSource, const S extends ScopeSource>(
  from: F,
  spotFrom: S,
  roles: readonly Role[],
) => ({ scope: 'organization_or_spot', from, spotFrom, roles }) as const;

/** Whether somebody may see or do what is meant for `allowed`: the one rule behind menus, pages and endpoints. */
export function permits(
  allowed: readonly Role[],
  viewer: { superuser: boolean; role: Role | null },
): boolean {
  return viewer.superuser || (viewer.role !== null && allowed.includes(viewer.role));
}
