import { listMessageFields, previewCameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { Camera, CameraFeed, CameraMessage } from '@lotkeeper/contract/cars/cameras';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { ClockDialog } from './clock-dialog.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { MappingDialog } from './mapping-dialog.tsx';

const feed: CameraFeed = {
  pk: 3,
  name: 'North gate',
  format: 'axis',
  spot_pk: 1,
  spot_name: 'Lot 1',
  direction: 'Entrance',
  signed: false,
  mapped: false,
  hint: 'abcd',
  created_at: 0,
  created_by: null,
  last_message_at: null,
  too_large_count: 0,
  too_large_at: null,
  revoked_at: null,
};

const query = { error: null, isPending: false, isFetching: false, refetch: () => undefined };

test('each field of a camera connection is sent when it alone was changed', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => <FeedsPanel organizationId="1" feeds={{ ...query, data: [feed] }} />,
    begin: async () => void fireEvent.click(await screen.findByRole('button', { name: /^Change/ })),
    reads: [
      answer(
        listSpots,
        [1, 2].map(
          (pk) =>
            ({
              pk,
              name: `Lot ${pk}`,
              classification: 'Garage',
              spot_config: { visibility_page_section: 'all' },
            }) as SpotSummary,
        ),
      ),
    ],
  });
  expect(changes).toEqual({ Name: ['name'], Property: ['spot_pk'], Direction: ['direction'] });
});

test.each([0, 5, -5])('the clock of a camera that is %d minutes ahead is sent', async (ahead) => {
  const camera = {
    pk: 3,
    name: 'North',
    clock_set: true,
    clock_offset_ms: ahead * 60_000,
  } as Camera;
  await expectEachFieldIsSent({
    show: () => <ClockDialog organizationId="1" camera={camera} onClose={() => undefined} />,
  });
});

test('each field of a message that is mapped is sent when it alone was changed', async () => {
  const fields = ['plate', 'at', 'cam', 'way'].map((name) => ({ path: [name], values: ['x'] }));
  await expectEachFieldIsSent({
    show: () => (
      <MappingDialog
        organizationId="1"
        message={{ pk: 4, feed_name: 'North gate' } as CameraMessage}
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    ),
    reads: [
      answer(listMessageFields, {
        feed_pk: 3,
        fields,
        draft: {
          plate: ['plate'],
          time: ['at'],
          camera: ['cam'],
          direction: ['way'],
          entrance: 'in',
          exit: 'out',
        },
      }),
      answer(previewCameraMapping, { reads: [], reason: null }),
    ],
  });
});
