import {
  createHold,
  isKeepDays,
  listHolds,
  listRetentionRules,
  listRetentionRuns,
  previewRetentionRule,
  releaseHold,
  setRetentionRule,
} from '@lotkeeper/contract/trust/retention';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import { retentionClasses } from '@lotkeeper/contract/trust/retention-classes';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { endHold, insertHold, listHoldRows } from './holds.queries.ts';
import { listRuleRows, listRunRows, previewRule, saveRule } from './retention.queries.ts';

function refuseOtherDays(name: RetentionClass, days: number | null): void {
  if (!isKeepDays(name, days))
    throw wrongFields({ keep_days: 'Choose one of the durations of this class.' });
}

/** All classes with their rules; one without a rule is kept forever. */
async function listRules(scope: OrganizationScope) {
  const rules = new Map((await listRuleRows(scope)).map((rule) => [rule.class, rule]));
  return retentionClasses.map(
    (name) =>
      rules.get(name) ?? { class: name, keep_days: null, changed_at: null, changed_by: null },
  );
}

/** How long an organization keeps its data, what was deleted, and what is held. */
export function retentionRoutes(serve: Serve): void {
  serve(listRetentionRules, async ({ scope }) => listRules(scope));

  serve(setRetentionRule, async ({ scope, params, body, now }) => {
    refuseOtherDays(params.class, body.keep_days);
    await saveRule(scope, { class: params.class, ...body }, now);
    const rules = await listRules(scope);
    return requireFound(
      rules.find(({ class: name }) => name === params.class),
      'retention rule',
    );
  });

  serve(previewRetentionRule, async ({ scope, params, query, now }) => {
    refuseOtherDays(params.class, query.keep_days);
    return previewRule(scope, { class: params.class, ...query }, now);
  });

  serve(listRetentionRuns, async ({ scope, query }) => listRunRows(scope, query.page));

  serve(listHolds, async ({ scope }) => listHoldRows(scope));

  serve(createHold, async ({ scope, body, now }) =>
    requireFound(await insertHold(scope, body, now), 'rental, visit, or violation'),
  );

  serve(releaseHold, async ({ scope, params, now }) =>
    requireFound(await endHold(scope, params.hold, now), 'hold'),
  );
}
