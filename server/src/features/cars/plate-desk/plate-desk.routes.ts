import type { DeskEffects, DeskItem, DeskReading } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  deskDays,
  getDeskFigures,
  previewDeskFindings,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { withSettling } from '../visits/public.ts';
import { decide, preview, undo } from './desk-decisions.ts';
import { readFigures } from './learning.queries.ts';
import type { DeskVisitRow } from './plate-desk.queries.ts';
import { countWaiting, readDeskVisit, takeNext } from './plate-desk.queries.ts';
import { listReasons, suggestFinding } from './suggestion.rules.ts';

function toReading(row: DeskVisitRow['readings'][number]): DeskReading {
  const { camera_pk: _, ...reading } = row;
  return reading;
}

function toItem(
  row: DeskVisitRow,
  urlOf: (uuid: string | null) => string | null,
  now: Instant,
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
    readings: readings.map(toReading),
    reasons: listReasons(row, now),
    others: row.others.map((other) => ({
      visit: other.pk,
      plate: other.plate,
      state: other.state,
      entrance_timestamp: other.entrance_at && toEpochSeconds(other.entrance_at),
      exit_timestamp: other.exit_at && toEpochSeconds(other.exit_at),
      image: urlOf(other.image),
      is_known: other.is_known,
      outcome: other.outcome,
    })),
    unread: row.unread.map((unread) => ({ ...unread, image: urlOf(unread.image) })),
    suggestion: suggestFinding(row),
  };
}

/** The plate desk: people look at doubtful visits one after the other, each at one that nobody else has. */
export function plateDeskRoutes(
  serve: Serve,
  { pictures, publish }: { pictures: PictureAddresses; publish: Publish },
): void {
  const urlsAt = (organization: number, now: Instant) => (uuid: string | null) =>
    uuid && pictures.addressOf({ organization, uuid }, now);

  serve(takeDeskItem, async ({ scope, body, now }) => {
    const visitPk = await takeNext(scope, body, now);
    const [counts, row] = await Promise.all([
      countWaiting(scope, body.spot, now),
      visitPk === null ? null : readDeskVisit(scope, visitPk),
    ]);
    return { ...counts, item: row && toItem(row, urlsAt(scope.organizationId, now), now) };
  });

  const notify = (organizationId: number, pk: number) =>
    publish('server:newRecords', { organizationId, pk });

  serve(decideDeskItem, async ({ scope, params, body, now }) => {
    const { spotPk, ...answer } = await withSettling((settling) =>
      decide(scope, params.visit, body, { now, settling }),
    );
    notify(scope.organizationId, spotPk);
    return answer;
  });

  serve(previewDeskFindings, async ({ scope, params, body, now }) => {
    const effects: DeskEffects[] = [];
    // One after the other: they would wait for each other.
    for (const finding of body.findings) {
      effects.push(await preview(scope, params.visit, finding, now));
    }
    return { effects };
  });

  serve(undoDeskDecision, async ({ scope, params, body, now }) => {
    const { spotPk, visit } = await withSettling((settling) =>
      undo(scope, { pk: params.visit, decision: body.decision }, { now, settling }),
    );
    notify(scope.organizationId, spotPk);
    return { visit };
  });

  serve(getDeskFigures, async ({ scope, query, now }) => {
    const since = instant(now - deskDays * dayMs);
    return { days: deskDays, ...(await readFigures(scope, query.spot ?? null, since)) };
  });
}
