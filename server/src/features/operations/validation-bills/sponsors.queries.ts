import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type {
  SponsorKind,
  updateValidationSponsor,
} from '@lotkeeper/contract/operations/validation-bills';
import { billMessages, maxSponsors } from '@lotkeeper/contract/operations/validation-bills';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { notFound, Refusal, wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** What an Admin sets for a sponsor, from a month on. */
export interface SponsorInput {
  name: string;
  kind: SponsorKind;
  from: LocalDate;
  allowance_visits: number | null;
  allowance_value: Cents | null;
  price: Cents | null;
  codes: readonly number[];
}

const subject = 'validation sponsor';

/** Serializes changes of a property's sponsors, so that a code can't get two of them. */
const lockSponsors = (tx: Tx, { spotPk }: SpotScope) => tx`
  select pg_advisory_xact_lock(hashtextextended('validation sponsors', ${spotPk}::bigint))`;

interface CodeOwner {
  pk: number;
  code: string;
  sponsor_pk: number | null;
  sponsor: string | null;
}

/** Codes of the property with their sponsor in a month: the named ones, and those that a sponsor has. */
const readOwners = (
  tx: Tx,
  { organizationId, spotPk }: SpotScope,
  { month, codes, sponsorPk }: { month: LocalDate; codes: readonly number[]; sponsorPk: number },
) => tx<CodeOwner[]>`
  select c.pk, c.code, o.sponsor_pk, s.name as sponsor
  from visitor_codes c
  left join lateral (
    select o.sponsor_pk from validation_code_sponsors o
    where o.organization_id = ${organizationId} and o.spot_pk = ${spotPk} and o.code_pk = c.pk
      and o.from_month <= ${month}
    order by o.from_month desc limit 1) o on true
  left join validation_sponsors s on s.organization_id = ${organizationId} and s.pk = o.sponsor_pk
  where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk}
    and (c.pk = any (${codes}::bigint[]) or o.sponsor_pk = ${sponsorPk})
  order by upper(c.code), c.pk`;

function checkCodes(owners: readonly CodeOwner[], codes: ReadonlySet<number>, sponsorPk: number) {
  const chosen = owners.filter(({ pk }) => codes.has(pk));
  if (chosen.length !== codes.size) throw wrongFields({ codes: billMessages.unknownCode });
  const conflict = chosen.find(({ sponsor_pk }) => sponsor_pk !== null && sponsor_pk !== sponsorPk);
  if (conflict)
    throw wrongFields({ codes: billMessages.taken(conflict.code, conflict.sponsor ?? '') });
}

const writeOwners = (
  tx: Tx,
  { organizationId, spotPk }: SpotScope,
  rows: readonly { code_pk: number; sponsor_pk: number | null }[],
  from: LocalDate,
) => tx`
  insert into validation_code_sponsors ${tx.values(
    rows.map((row) => ({
      organization_id: organizationId,
      spot_pk: spotPk,
      from_month: from,
      ...row,
    })),
  )}
  on conflict (organization_id, spot_pk, code_pk, from_month) do update set sponsor_pk = excluded.sponsor_pk`;

/** Gives a sponsor exactly these codes from a month on, and returns the codes before and after. */
async function setCodes(
  tx: Tx,
  scope: SpotScope,
  sponsorPk: number,
  { from, codes }: Pick<SponsorInput, 'from' | 'codes'>,
) {
  const codeSet = new Set(codes);
  const owners = await readOwners(tx, scope, { month: from, codes: [...codeSet], sponsorPk });
  checkCodes(owners, codeSet, sponsorPk);
  const before = owners.filter(({ sponsor_pk }) => sponsor_pk === sponsorPk);
  const after = owners.filter(({ pk }) => codeSet.has(pk));
  const changed = owners
    .filter(({ pk, sponsor_pk }) => codeSet.has(pk) !== (sponsor_pk === sponsorPk))
    .map(({ pk }) => ({ code_pk: pk, sponsor_pk: codeSet.has(pk) ? sponsorPk : null }));
  if (changed.length > 0) await writeOwners(tx, scope, changed, from);
  const toText = (list: readonly CodeOwner[]) => list.map(({ code }) => code).join(', ');
  return { before: toText(before), after: toText(after) };
}

interface Terms {
  allowance_visits: number | null;
  allowance_cents: Cents | null;
  price_cents: Cents | null;
}

const toTermsRow = ({ allowance_visits, allowance_value, price }: SponsorInput): Terms => ({
  allowance_visits,
  allowance_cents: allowance_value,
  price_cents: price,
});

/** Sets the terms from a month on, and returns those of that month before. */
async function setTerms(
  tx: Tx,
  { organizationId }: SpotScope,
  sponsorPk: number,
  input: SponsorInput,
): Promise<Terms | null> {
  const [before] = await tx<Terms[]>`
    select allowance_visits, allowance_cents, price_cents from validation_terms
    where organization_id = ${organizationId} and sponsor_pk = ${sponsorPk} and from_month <= ${input.from}
    order by from_month desc limit 1`;
  const after = toTermsRow(input);
  const isSame =
    before?.allowance_visits === after.allowance_visits &&
    before.allowance_cents === after.allowance_cents &&
    before.price_cents === after.price_cents;
  if (isSame) return before;
  const keys = { organization_id: organizationId, sponsor_pk: sponsorPk, from_month: input.from };
  await tx`
    insert into validation_terms ${tx.values({ ...keys, ...after })}
    on conflict (organization_id, sponsor_pk, from_month) do update set
      allowance_visits = excluded.allowance_visits, allowance_cents = excluded.allowance_cents,
      price_cents = excluded.price_cents`;
  return before ?? null;
}

/** Adds a sponsor. */
export const insertSponsor = (scope: SpotScope, input: SponsorInput, now: Instant) =>
  scope.write(async (tx) => {
    const { organizationId, spotPk } = scope;
    const { name, kind, from } = input;
    await lockSponsors(tx, scope);
    const [{ count }] = await tx<[{ count: number }]>`
      select count(*) from validation_sponsors
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and ended_from is null`;
    if (count >= maxSponsors) throw new Refusal('conflict', billMessages.tooMany);
    const [row] = await tx<{ pk: number; version: number }[]>`
      insert into validation_sponsors ${tx.values({ organization_id: organizationId, spot_pk: spotPk, name, kind })}
      returning pk, version`;
    const saved = must(row, 'sponsor');
    await setTerms(tx, scope, saved.pk, input);
    const codes = await setCodes(tx, scope, saved.pk, input);
    const after = { kind, from, ...toTermsRow(input), codes: codes.after };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject, pk: saved.pk, name, after });
    return saved;
  });

interface LockedSponsor {
  pk: number;
  name: string;
  kind: SponsorKind;
  version: number;
}

/** A sponsor that isn't over in a month. */
async function requireSponsor(
  tx: Tx,
  { organizationId, spotPk }: SpotScope,
  pk: number,
  month: LocalDate,
): Promise<LockedSponsor> {
  const [row] = await tx<LockedSponsor[]>`
    select pk, name, kind, version from validation_sponsors
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and pk = ${pk}
      and (ended_from is null or ended_from > ${month})
    for update`;
  if (!row) throw notFound('sponsor');
  return row;
}

/** Changes a sponsor from a month on; refused if somebody else did since. */
export const changeSponsor = (
  scope: SpotScope,
  pk: number,
  { shown, ...input }: BodyOf<typeof updateValidationSponsor>,
  now: Instant,
) =>
  scope.write(async (tx) => {
    const { name, kind, from } = input;
    await lockSponsors(tx, scope);
    const sponsor = await requireSponsor(tx, scope, pk, from);
    await requireShown(tx, scope, shown, sponsor, { subject, pk, describe: () => ({}) });
    const terms = await setTerms(tx, scope, pk, input);
    const codes = await setCodes(tx, scope, pk, input);
    await tx`
      update validation_sponsors set name = ${name}, kind = ${kind}, version = version + 1
      where organization_id = ${scope.organizationId} and pk = ${pk}`;
    const before = { name: sponsor.name, kind: sponsor.kind, ...terms, codes: codes.before };
    const after = { name, kind, from, ...toTermsRow(input), codes: codes.after };
    await recordAuditEntry(tx, scope, now, { act: 'change', subject, pk, name, before, after });
    return { pk, version: sponsor.version + 1 };
  });

/** Ends a sponsor from a month on; its codes are free for others. */
export const endSponsor = (scope: SpotScope, pk: number, from: LocalDate, now: Instant) =>
  scope.write(async (tx) => {
    const { organizationId, spotPk } = scope;
    await lockSponsors(tx, scope);
    const sponsor = await requireSponsor(tx, scope, pk, from);
    const codes = await setCodes(tx, scope, pk, { from, codes: [] });
    await tx`
      update validation_code_sponsors set sponsor_pk = null
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and sponsor_pk = ${pk}
        and from_month >= ${from}`;
    await tx`
      update validation_sponsors set ended_from = ${from}, version = version + 1
      where organization_id = ${organizationId} and pk = ${pk}`;
    const { name } = sponsor;
    await recordAuditEntry(tx, scope, now, {
      act: 'remove',
      subject,
      pk,
      name,
      before: { codes: codes.before },
      after: { from },
    });
  });
