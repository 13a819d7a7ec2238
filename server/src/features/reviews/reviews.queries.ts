import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { ReviewReport } from '@lotkeeper/contract/reviews';
import type { SpotScope } from '../../kernel/access/scope.ts';

/** What drivers said of a property in the last days: stars, the newest kind words, the reasons named most. */
export async function readReviewReport(
  scope: SpotScope,
  days: number,
  now: Instant,
): Promise<ReviewReport> {
  const since = instant(now - days * dayMs);
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<ReviewReport[]>(
    (sql) => sql`
      with lately as materialized (
        select rating, comment, reasons, created_at from reviews
        where organization_id = ${organizationId} and spot_pk = ${spotPk}
          and created_at > ${since} and created_at <= ${now})
      select
        (select json_object_agg(level, (select count(*) from lately where rating = level))
          from generate_series(1, 5) level) as rating_report,
        (select coalesce(json_agg(comment), '[]') from (
          select comment from lately where rating >= 4 and comment is not null
          order by created_at desc limit 5) c) as last_positive_comments,
        (select coalesce(json_agg(reason), '[]') from (
          select reason from lately, unnest(reasons) reason where rating >= 4
          group by reason order by count(*) desc, reason limit 3) r) as top_3_reasons`,
  );
  return row ?? { rating_report: {}, last_positive_comments: [], top_3_reasons: [] };
}
