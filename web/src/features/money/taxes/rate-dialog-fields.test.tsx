import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { RateDialog } from './rate-dialog.tsx';

test('each field of a rate, with more terms and without, is sent when it alone was changed', async () => {
  const spots = [7, 8].map((pk) => ({ pk, name: `Lot ${pk}`, timezone: 'America/Chicago' }));
  const changes = await expectEachFieldIsSent({
    show: () => (
      <RateDialog organizationId="1" spots={spots as never} rates={[]} onClose={() => undefined} />
    ),
    exceptions: { 'More terms': 'They begin as the terms of a rate without more.' },
  });
  expect(changes).toMatchObject({ Level: ['level'], From: ['starts_on'] });
});
