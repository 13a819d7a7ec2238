import type { AlertChoices } from '@lotkeeper/contract/platform/alerts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';

const noChoices: Omit<AlertChoices, 'email' | 'phone'> = {
  email_kinds: [],
  sms_kinds: [],
  push_kinds: [],
  spots: null,
  quiet_from: null,
  quiet_until: null,
};

/** Which alerts the caller gets, with the addresses they go to. */
export async function readChoices(scope: OrganizationScope): Promise<AlertChoices> {
  const { organizationId, person } = scope;
  const [choices = noChoices] = await scope.read<(typeof noChoices)[]>(
    (sql) => sql`
      select email_kinds, sms_kinds, push_kinds, spot_pks as spots, quiet_from, quiet_until
      from alert_choices
      where organization_id = ${organizationId} and person_pk = ${person.pk}`,
  );
  return { ...choices, email: person.email, phone: person.phone };
}

/** Whether all are properties of the organization. */
export async function areOwnSpots(
  scope: OrganizationScope,
  spots: readonly number[],
): Promise<boolean> {
  const rows = await scope.read<{ pk: number }[]>(
    (sql) => sql`
      select pk from spots
      where organization_id = ${scope.organizationId} and pk = any (${spots}::bigint[])`,
  );
  return rows.length === new Set(spots).size;
}

/** Stores which alerts the caller gets; what waits of others is dropped. */
export const saveChoices = (
  scope: OrganizationScope,
  { spots, ...choices }: Omit<AlertChoices, 'email' | 'phone'>,
) =>
  scope.write(async (tx) => {
    const { organizationId, person } = scope;
    const row = {
      organization_id: organizationId,
      person_pk: person.pk,
      ...choices,
      spot_pks: spots,
    };
    await tx`
      insert into alert_choices ${tx.values(row)}
      on conflict (organization_id, person_pk) do update set email_kinds = excluded.email_kinds,
        sms_kinds = excluded.sms_kinds, push_kinds = excluded.push_kinds, spot_pks = excluded.spot_pks,
        quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`;
    await tx`
      delete from alert_notices n using alerts a, alert_choices c
      where n.organization_id = ${organizationId} and n.person_pk = ${person.pk}
        and a.organization_id = ${organizationId} and a.pk = n.alert_pk
        and c.organization_id = ${organizationId} and c.person_pk = ${person.pk}
        and not a.kind = any (case when n.medium = 'email' then c.email_kinds
          when n.medium = 'sms' then c.sms_kinds else c.push_kinds end)`;
  });
