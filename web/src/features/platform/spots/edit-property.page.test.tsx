import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getSpotFields, listEditableFields } from '@lotkeeper/contract/platform/spot-fields';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { EditPropertyPage } from './edit-property.page.tsx';
import { emptyDraft, toBody } from './property-form.rules.ts';

test('each field of a property is sent when it alone was changed, alone', async () => {
  const fields = {
    ...toBody({
      ...emptyDraft,
      name: 'Lagoon',
      address_line1: '1 Main',
      city: 'Mesa',
      state: 'AZ',
      timezone: 'America/Phoenix',
      quantity: '40',
      webflow_page_url: 'https://lot.example/',
    }),
    organization: 1,
  } as AnswerOf<typeof getSpotFields>;
  const changes = await expectEachFieldIsSent({
    show: () => <EditPropertyPage spotId="1" />,
    reads: [
      answer(getSpotFields, fields),
      answer(getSpot, { dynamic_pricing_enabled: false, active_rate: null } as Spot),
    ],
  });
  expect(Object.values(changes).flat().sort()).toEqual(
    [...listEditableFields({ superuser: true }, 'existing')].sort(),
  );
});
