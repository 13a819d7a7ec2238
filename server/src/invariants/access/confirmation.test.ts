import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { callAs, endpoints, mayCall, names, openAccessWorld } from '../../testing/access-world.ts';

const world = await openAccessWorld();
const confirmed = names.filter((name) => endpoints.get(name)?.confirmed);

test('what opens, deletes or takes away needs a person who proved who they are', () => {
  expect(confirmed.toSorted()).toEqual([
    'addPasskey',
    'beginPasskey',
    'changeMemberRole',
    'changeWebhook',
    'createApiKey',
    'createAuditorLink',
    'createCalendarFeed',
    'createCameraFeed',
    'createInvitation',
    'createKiosk',
    'createOrganizationExport',
    'createPerson',
    'createWebhook',
    'downloadOrganizationExport',
    'erasePrivacyRequest',
    'releaseHold',
    'removeMember',
    'removeMessageServer',
    'removeOtherSessions',
    'removePasskey',
    'reopenMonth',
    'resendInvitation',
    'rotateWebhook',
    'saveMailServer',
    'saveTextServer',
    'setRetentionRule',
    'setRole',
    'undoHistoryImport',
    'undoVisitorImport',
    'updateOrganization',
  ]);
});

test('what opens an organization without a session is confirmed too', () => {
  const opening = names.filter((name) => endpoints.get(name)?.opens);
  expect(opening).toHaveLength(10);
  for (const name of opening) expect(confirmed).toContain(name);
});

test.each(confirmed)('%s refuses who proved it longer ago, after the role', async (name) => {
  const caller = endpoints.get(name)?.access.scope === 'superuser' ? 'Superuser' : 'ADMIN';
  world.tokens.clear();
  const inTime = await callAs(world, caller, name, world.own);
  expect(inTime.error?.code).not.toBe('confirmation_required');
  world.tokens.clear();
  for (const other of ['ENFORCER', caller] as const)
    await callAs(world, other, 'getProfile', world.own);
  world.at.clock.forward(confirmationMinutes * minuteMs + 1);
  expect((await callAs(world, 'ENFORCER', name, world.own)).error.code).toBe(
    mayCall(name, 'ENFORCER') ? 'confirmation_required' : 'not_allowed',
  );
  const late = await callAs(world, caller, name, world.own);
  expect(late).toMatchObject({ status: 403, error: { code: 'confirmation_required' } });
});
