import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { listOldZones } from '@lotkeeper/contract/kernel/zone-data';
import {
  createSpot,
  getSpotFields,
  listEditableFields,
  newSpotRules,
  superusersOnlyMessage,
  tooManySpotsMessage,
  updateSpot,
} from '@lotkeeper/contract/platform/spot-fields';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { changeSpot, insertSpot, readSpotFields } from './spot-fields.queries.ts';

/** Refuses fields that the caller's role may not set. */
function refuseForeignFields(
  { person }: OrganizationScope,
  fields: object,
  property: 'new' | 'existing',
): void {
  const editable: readonly string[] = listEditableFields(person, property);
  const refused = Object.keys(fields).filter((name) => !editable.includes(name));
  if (refused.length === 0) return;
  throw new Refusal(
    'not_allowed',
    `Only superusers may change ${refused.join(', ')}.`,
    Object.fromEntries(refused.map((name) => [name, superusersOnlyMessage])),
  );
}

/** Refuses a time zone whose dates this server would get wrong. */
function refuseOldZone(timezone: TimeZone | undefined): void {
  if (listOldZones().some(({ zone }) => zone === timezone))
    throw wrongFields({
      timezone: 'This server’s data of the time zone are old. Update Node first.',
    });
}

/** How properties are added and set up. */
export function spotFieldsRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  serve(createSpot, async ({ scope, body, now }) => {
    const { organization: _, ...fields } = body;
    refuseForeignFields(scope, fields, 'new');
    refuseOldZone(fields.timezone);
    const subject = `new properties ${scope.organizationId}`;
    const isWithinLimit =
      scope.person.superuser || (await limiter.allow(subject, newSpotRules.perDay, now, dayMs));
    if (!isWithinLimit) throw new Refusal('too_many_requests', tooManySpotsMessage);
    return insertSpot(scope, fields, now);
  });
  serve(getSpotFields, async ({ scope }) => requireFound(await readSpotFields(scope), 'property'));
  serve(updateSpot, async ({ scope, body, now }) => {
    const { shown: _, ...fields } = body;
    refuseForeignFields(scope, fields, 'existing');
    refuseOldZone(body.timezone);
    return requireFound(await changeSpot(scope, body, now), 'property');
  });
}
