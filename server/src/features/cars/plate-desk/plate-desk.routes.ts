import type { DeskItem } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  deskDays,
  getDeskFigures,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { readFigures, readLikelyPlate } from './learning.queries.ts';
import type { LikelyPlate } from './likely-plates.rules.ts';
import type { DeskVisitRow } from './plate-desk.queries.ts';
import { countWaiting, decide, readDeskVisit, takeNext, undo } from './plate-desk.queries.ts';
import { listReasons, suggestVerdict } from './suggestion.rules.ts';

function toItem(
  row: DeskVisitRow,
  likely: LikelyPlate | null,
  urlOf: (uuid: string | null) => string | null,
): DeskItem {
  const { plate, state, spot, outcome, uncollected, readings } = row;
  return {
    visit: row.pk,
    plate,
    state,
    spot,
    entrance_timestamp: row.entrance_at && toEpochSeconds(row.entrance_at),
    exit_timestamp: row.exit_at && toEpochSeconds(row.exit_at),
    entrance_image: urlOf(row.entrance_image),
    exit_image: urlOf(row.exit_image),
    entrance_license_plate_image: urlOf(row.entrance_plate_image),
    exit_license_plate_image: urlOf(row.exit_plate_image),
    outcome,
    uncollected,
    readings: readings.map(({ camera_pk: _, ...reading }) => reading),
    reasons: listReasons(row),
    suggestion: suggestVerdict({ ...row, likely }),
  };
}

/** The plate desk: people look at doubtful visits one after the other, each at one that nobody else has. */
export function plateDeskRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  const urlsAt = (organization: number, now: Instant) => (uuid: string | null) =>
    uuid && pictures.addressOf({ organization, uuid }, now);

  serve(takeDeskItem, async ({ scope, body, now }) => {
    const taken = await takeNext(scope, body, now);
    const [waiting, row] = await Promise.all([
      countWaiting(scope, body.spot, now),
      taken === null ? null : readDeskVisit(scope, taken),
    ]);
    const likely = row && (await readLikelyPlate(scope, row.readings));
    return { waiting, item: row && toItem(row, likely, urlsAt(scope.organizationId, now)) };
  });

  serve(decideDeskItem, async ({ scope, params, body, now }) => ({
    decision: await decide(scope, params.visit, body.verdict, now),
  }));

  serve(undoDeskDecision, async ({ scope, params, body, now }) => {
    await undo(scope, params.visit, body.decision, now);
    return { visit: params.visit };
  });

  serve(getDeskFigures, async ({ scope, query, now }) => {
    const since = instant(now - deskDays * dayMs);
    return { days: deskDays, ...(await readFigures(scope, query.spot ?? null, since)) };
  });
}
