import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { ToleranceDialog } from './tolerance-dialog.tsx';

test('each part of the tolerance is sent when it alone was changed', async () => {
  const settings = { tolerance_cents: cents(500), tolerance_cars: 3 };
  const changes = await expectEachFieldIsSent({
    show: () => (
      <ToleranceDialog organizationId="1" settings={settings} onClose={() => undefined} />
    ),
  });
  expect(changes).toEqual({ Money: ['tolerance_cents'], Cars: ['tolerance_cars'] });
});
