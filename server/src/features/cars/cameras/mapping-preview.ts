import type { CameraMapping, PreviewedRead } from '@lotkeeper/contract/cars/camera-mappings';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import type { MessageStore } from './door.ts';
import type { CameraRead } from './formats/camera-read.ts';
import { guessMapping, listFields } from './formats/message-fields.ts';
import type { WallTime } from './formats/times.ts';
import { inZone } from './formats/times.ts';
import { withoutSecrets } from './kept-text.ts';
import { findUnreadMessage } from './messages.queries.ts';
import { openKept } from './read-again.ts';
import { parseMessage } from './read-message.ts';

/** A stored message of a feed with its own format. */
async function findOwnMessage(scope: OrganizationScope, pk: number) {
  const message = requireFound(await findUnreadMessage(scope, pk), 'message');
  return requireFound(message.format === 'custom' ? message : null, 'message');
}

/** The fields of a stored message, with its saved or suggested mapping. */
export async function readFields(scope: OrganizationScope, store: MessageStore, pk: number) {
  const message = await findOwnMessage(scope, pk);
  const { envelopes } = await openKept(message, store);
  const fields = listFields(envelopes.map(({ document }) => document)).map((field) => ({
    ...field,
    values: field.values.map(withoutSecrets),
  }));
  return { feed_pk: message.pk, fields, draft: message.mapping ?? guessMapping(fields) };
}

const formatWallTime = (time: WallTime) =>
  toIso(inZone(time, 'UTC')).slice(0, 19).replace('T', ' ');

function toPreviewedRead({ plate, captured_at, camera_ref, direction }: CameraRead): PreviewedRead {
  const isInstant = typeof captured_at === 'number';
  return {
    plate,
    captured_at: isInstant ? captured_at : null,
    wall_time: isInstant || captured_at === null ? null : formatWallTime(captured_at),
    camera: camera_ref,
    direction,
  };
}

/** Reads that a preview shows. */
const shownReads = 20;

/** Previews how a mapping would read a stored message. */
export async function previewMapping(
  scope: OrganizationScope,
  store: MessageStore,
  pk: number,
  mapping: CameraMapping,
) {
  const message = await findOwnMessage(scope, pk);
  const { reads, reason } = parseMessage({ ...message, mapping }, await openKept(message, store));
  return { reads: reads.slice(0, shownReads).map(toPreviewedRead), reason };
}
