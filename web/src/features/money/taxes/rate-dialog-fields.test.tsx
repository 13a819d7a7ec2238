import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { RateDialog } from './rate-dialog.tsx';

test.each([
  ['without', 7],
  ['with', 11],
])('each field of a rate %s more terms is sent when it alone was changed', async (terms, count) => {
  const spots = [7, 8].map((pk) => ({ pk, name: `Lot ${pk}`, timezone: 'America/Chicago' }));
  const changes = await expectEachFieldIsSent({
    show: () => (
      <RateDialog organizationId="1" spots={spots as never} rates={[]} onClose={() => undefined} />
    ),
    begin: async () => {
      const more = await screen.findByLabelText('More terms');
      if (terms === 'with') fireEvent.click(more);
    },
    exceptions: { 'More terms': 'They begin as the terms of a rate without more.' },
  });
  expect(Object.keys(changes)).toHaveLength(count);
  expect(changes).toMatchObject({ Level: ['level'], From: ['starts_on'] });
});
