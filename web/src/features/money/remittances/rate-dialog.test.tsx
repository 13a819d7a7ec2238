import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { RateDialog } from './rate-dialog.tsx';

test('each field of a booking site’s commission is sent', async () => {
  const spots = [{ pk: 7, name: 'Lagoon', timezone: 'America/Phoenix' } as SpotSummary];
  await expectEachFieldIsSent({
    show: () => (
      <RateDialog
        organizationId="1"
        spots={spots}
        site={undefined}
        month={'2026-05-01' as LocalDate}
        onClose={() => undefined}
      />
    ),
  });
});
