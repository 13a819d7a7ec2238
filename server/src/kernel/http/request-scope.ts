import type {
  Access,
  OrganizationRecord,
  ScopeSource,
  SpotRecord,
} from '@lotkeeper/contract/kernel/access';
import { permits } from '@lotkeeper/contract/kernel/access';
import type { FastifyRequest } from 'fastify';
import type { Callers } from '../access/callers.ts';
import type { LiveKey } from '../access/known-secrets.ts';
import type { Reach } from '../access/reach.ts';
import { readReach } from '../access/reach.ts';
import type { LiveKiosk, Person, ScopeMaker } from '../access/scope.ts';
import { listOrganizations, roleIn } from '../access/scope.ts';
import type { LiveSession } from '../access/sessions.ts';
import type { SpotEntry } from '../access/spot-directory.ts';
import { must } from '../must.ts';
import { notFound, Refusal, wrongFields } from '../refusal.ts';
import type { Caller } from './identify-caller.ts';

/**
 * Finds the owner of a record that a call names only by its pk or uuid. A null property means the
 * organization as a whole; null means that no such record is within reach.
 */
export type FindOwner = (
  record: OrganizationRecord | SpotRecord,
  name: string,
  reach: Reach,
) => Promise<{ organizationId: number; spotPk: number | null } | null>;

/** What a request's scope is made from. */
export interface ScopeParts extends Pick<Callers, 'spots'> {
  scopes: ScopeMaker;
  findOwner: FindOwner;
  /** Refuses calls for features that the property doesn't have, as its pages do. */
  refuseMissingFeature(access: Access, spot: SpotEntry, person: Person): void;
}

function makeMachineScope(
  gate: ScopeParts,
  access: Extract<Access, { scope: 'machine' }>,
  key: LiveKey,
) {
  const { grant } = access;
  if (grant === null || key.grants.includes(grant)) return gate.scopes.machine(key);
  throw new Refusal(
    'not_allowed',
    `This API key doesn’t allow ${grant}. Ask an Admin of the organization for another one.`,
  );
}

type PlaceAccess = Extract<Access, { from: ScopeSource }>;
type RecordsAccess = Extract<Access, { scope: 'any_spot_record' }>;

function readName(request: FastifyRequest, from: ScopeSource): unknown {
  const [part, field] = from.split('.') as ['params' | 'query' | 'body', string];
  return (request[part] as Record<string, unknown> | undefined)?.[field];
}

/** Whether a request that may name an organization or a property names a property. */
function namesSpot(request: FastifyRequest, access: PlaceAccess): boolean {
  if (access.scope !== 'organization_or_spot') return access.scope === 'spot';
  return readName(request, access.spotFrom) !== undefined;
}

function makeOrganizationScope(
  gate: ScopeParts,
  session: LiveSession,
  pk: number | null,
  resource: string,
) {
  if (pk === null) throw notFound(resource);
  const scope = gate.scopes.organization(session.person, pk);
  // Non-members get the same answer as for something that doesn't exist.
  if (scope.role === null && !session.person.superuser) throw notFound(resource);
  return scope;
}

/** What a request acts on, worded for a caller who finds it missing, and its owner. */
interface Target {
  resource: string;
  /** null when it doesn't exist. */
  organizationId: number | null;
  spot: SpotEntry | null;
}

/** Finds the owner of the record that a request names. */
async function findRecord(
  gate: ScopeParts,
  { record, name }: { record: OrganizationRecord | SpotRecord; name: unknown },
  reach: Reach,
): Promise<Target> {
  const owner = await gate.findOwner(record, String(name), reach);
  if (!owner) return { resource: record, organizationId: null, spot: null };
  const { organizationId, spotPk } = owner;
  const spot = spotPk ? await gate.spots.spot(String(spotPk), [organizationId]) : null;
  return { resource: record, organizationId, spot };
}

/** The record that a request names, among the kinds that it may name. */
function findNamed(request: FastifyRequest, { sources }: RecordsAccess) {
  const names = Object.entries(sources).map(([record, from]) => ({
    record: record as SpotRecord,
    name: readName(request, from),
  }));
  // Validation has refused any request that names none.
  return must(
    names.find(({ name }) => name !== undefined),
    'name of a record',
  );
}

async function findPlace(
  gate: ScopeParts,
  access: PlaceAccess | RecordsAccess,
  request: FastifyRequest,
  reach: Reach,
): Promise<Target> {
  if (access.scope === 'any_spot_record')
    return findRecord(gate, findNamed(request, access), reach);
  if ('record' in access) {
    const name = readName(request, access.from);
    return findRecord(gate, { record: access.record, name }, reach);
  }
  const bySpot = namesSpot(request, access);
  const from = bySpot && 'spotFrom' in access ? access.spotFrom : access.from;
  const name = String(readName(request, from));
  if (!bySpot) {
    const organizationId = await gate.spots.organizationPk(name);
    return { resource: 'organization', organizationId, spot: null };
  }
  const spot = await gate.spots.spot(name, reach);
  return { resource: 'property', organizationId: spot?.organizationId ?? null, spot };
}

const requiredMessage = 'This field is required.';

/** The default place of a call that names none: the caller's first one that the call allows. */
async function findUnnamedPlace(
  gate: ScopeParts,
  access: Extract<Access, { unnamed?: unknown }>,
  person: Person,
): Promise<Target> {
  const ids = listOrganizations(person).filter((id) =>
    permits(access.roles, { superuser: false, role: roleIn(person, id) }),
  );
  const [organizationId] = ids;
  if (organizationId === undefined) {
    if (!person.superuser) throw roleRefusal();
    const [, field = ''] = access.from.split('.');
    throw wrongFields({ [field]: requiredMessage });
  }
  if (access.unnamed === 'first organization') {
    return { resource: 'organization', organizationId, spot: null };
  }
  const spot = await gate.spots.firstSpot(ids);
  return { resource: 'property', organizationId: spot?.organizationId ?? null, spot };
}

/** A kiosk acts only at its property; everything else answers as if it didn't exist. */
async function makeKioskScope(
  gate: ScopeParts,
  access: Access,
  kiosk: LiveKiosk,
  request: FastifyRequest,
) {
  if ('from' in access) {
    const { resource, spot } = await findPlace(gate, access, request, [kiosk.organizationId]);
    if (spot?.pk !== kiosk.spotPk) throw notFound(resource);
  }
  return gate.scopes.kiosk(kiosk);
}

const roleRefusal = () =>
  new Refusal('not_allowed', 'Your role does not allow this. Ask an Admin of the organization.');

async function makePersonScope(
  gate: ScopeParts,
  access: Exclude<Access, { scope: 'machine' | 'camera' | 'kiosk' }>,
  session: LiveSession,
  request: FastifyRequest,
) {
  const { person } = session;
  if (access.scope === 'signed_in') {
    const { anywhere } = access;
    const hasRole = (organization: number) => {
      const role = roleIn(person, organization);
      return role !== null && anywhere?.includes(role);
    };
    if (anywhere && !person.superuser && !listOrganizations(person).some(hasRole))
      throw roleRefusal();
    return gate.scopes.person(person);
  }
  if (access.scope === 'superuser') {
    if (!person.superuser) throw new Refusal('not_allowed', 'Only superusers may do this.');
    return gate.scopes.superuser(person);
  }
  if (access.scope === 'public') return undefined;
  const isUnnamed =
    'unnamed' in access && access.unnamed && readName(request, access.from) === undefined;
  const { resource, organizationId, spot } = isUnnamed
    ? await findUnnamedPlace(gate, access, person)
    : await findPlace(gate, access, request, readReach(person));
  const scope = makeOrganizationScope(gate, session, organizationId, resource);
  if (!permits(access.roles, { superuser: person.superuser, role: scope.role })) {
    throw roleRefusal();
  }
  if (!spot) return scope;
  gate.refuseMissingFeature(access, spot, person);
  const { pk: spotPk, uuid: spotUuid, timezone } = spot;
  return { ...scope, kind: 'spot' as const, spotPk, spotUuid, timezone };
}

/** Creates the scope of a call: what the request names, if it's within the caller's reach. */
export async function makeRequestScope(
  gate: ScopeParts,
  access: Access,
  caller: Caller,
  request: FastifyRequest,
) {
  if (caller.kind === 'public') return undefined;
  if (caller.kind === 'camera') return gate.scopes.camera(caller.feed);
  if (caller.kind === 'kiosk') return makeKioskScope(gate, access, caller.kiosk, request);
  if (caller.kind === 'machine') {
    return access.scope === 'machine' ? makeMachineScope(gate, access, caller.key) : undefined;
  }
  const isPersonal =
    access.scope !== 'machine' && access.scope !== 'camera' && access.scope !== 'kiosk';
  return isPersonal ? makePersonScope(gate, access, caller.session, request) : undefined;
}
