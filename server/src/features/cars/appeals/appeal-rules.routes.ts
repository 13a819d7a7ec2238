import type { ListedRule } from '@lotkeeper/contract/cars/appeal-rules';
import {
  appealRuleMessages,
  confirmAppealRule,
  listAppealRules,
  stateRules,
} from '@lotkeeper/contract/cars/appeal-rules';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

interface StateRow {
  state: string;
  confirmed: { valid_from: LocalDate; by: string; at: Instant }[];
}

/** The states of the organization's properties, each with the rules that were confirmed. */
const listStates = (scope: OrganizationScope) =>
  scope.read<StateRow[]>(
    (sql) => sql`
      select s.state, (
        select coalesce(json_agg(json_build_object('valid_from', r.valid_from,
          'by', concat_ws(' ', p.first_name, p.last_name), 'at', ${toEpochMs(sql, sql`r.confirmed_at`)})), '[]')
        from appeal_rules r join people p on p.pk = r.confirmed_by
        where r.organization_id = ${scope.organizationId} and r.state = s.state) as confirmed
      from (select distinct state from spots where organization_id = ${scope.organizationId}) s
      order by s.state`,
  );

async function listRules(scope: OrganizationScope): Promise<{ rules: ListedRule[] }> {
  const states = await listStates(scope);
  const rules = states.flatMap(({ state, confirmed }) =>
    stateRules
      .filter((rule) => rule.state === state)
      .map((rule) => {
        const found = confirmed.find(({ valid_from }) => valid_from === rule.valid_from);
        return { ...rule, confirmed: found ? { by: found.by, at: found.at } : null };
      }),
  );
  return { rules };
}

type Change = { state: string; valid_from: LocalDate; confirmed: boolean };

/** Turns a rule on or off, with an audit entry if that changes anything. */
const changeRule = (scope: OrganizationScope, change: Change, now: Instant) =>
  scope.write(async (tx) => {
    const { organizationId, person } = scope;
    const { state, valid_from, confirmed } = change;
    const changed = confirmed
      ? await tx`
          insert into appeal_rules (organization_id, state, valid_from, confirmed_by, confirmed_at)
          values (${organizationId}, ${state}, ${valid_from}, ${person.pk}, ${now})
          on conflict do nothing returning state`
      : await tx`
          delete from appeal_rules
          where organization_id = ${organizationId} and state = ${state} and valid_from = ${valid_from}
          returning state`;
    if (changed.length === 0) return;
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'organization',
      pk: organizationId,
      before: { appeal_rule: confirmed ? null : `${state} ${valid_from}` },
      after: { appeal_rule: confirmed ? `${state} ${valid_from}` : null },
    });
  });

/** What states require of appeals. */
export function appealRulesRoutes(serve: Serve): void {
  serve(listAppealRules, ({ scope }) => listRules(scope));

  serve(confirmAppealRule, async ({ scope, body, now }) => {
    const { rules } = await listRules(scope);
    const isKnown = rules.some(
      ({ state, valid_from }) => state === body.state && valid_from === body.valid_from,
    );
    if (!isKnown) throw new Refusal('not_found', appealRuleMessages.unknown);
    await changeRule(scope, body, now);
    return listRules(scope);
  });
}
