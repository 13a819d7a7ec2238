import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Story, StoryRecord } from '@lotkeeper/contract/trust/stories';
import {
  getRentalStory,
  getViolationStory,
  getVisitStory,
} from '@lotkeeper/contract/trust/stories';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { readStoryRows, toStory } from './read-story.ts';
import type { ToImageUrl } from './story-events.rules.ts';
import { readSubject } from './story-rows.queries.ts';

/** Reads everything that is recorded about one rental, visit, or violation. */
async function readStory(
  scope: SpotScope,
  { record, name }: { record: StoryRecord; name: string },
  pictures: PictureAddresses,
  now: Instant,
): Promise<Story> {
  const { organizationId: organization } = scope;
  const subject = requireFound(await readSubject(scope, record, name), record);
  const rows = await readStoryRows(scope, subject);
  // Employees see images only as evidence of a violation, as on the Waive a Violation page.
  const isShown = rows.admin !== null || rows.violations.length > 0;
  const toImageUrl: ToImageUrl = (image) =>
    image && isShown ? pictures.addressOf({ organization, uuid: image }, now) : null;
  return toStory(scope, subject, rows, { toImageUrl, now });
}

/** The story of one rental, visit, or violation: from the booking to the bank. */
export function storiesRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  serve(getRentalStory, ({ scope, params, now }) =>
    readStory(scope, { record: 'rental', name: params.id }, pictures, now),
  );

  serve(getVisitStory, ({ scope, params, now }) =>
    readStory(scope, { record: 'visit', name: String(params.id) }, pictures, now),
  );

  serve(getViolationStory, ({ scope, params, now }) =>
    readStory(scope, { record: 'violation', name: params.id }, pictures, now),
  );
}
