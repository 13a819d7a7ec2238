import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Review, ReviewFilter, ReviewReport } from '@lotkeeper/contract/people/reviews';
import { reviewsPageSize } from '@lotkeeper/contract/people/reviews';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

/** When the recent reviews begin: for a whole day the same, so that a count and the list behind it don't differ. */
const findFirst = (days: number, now: Instant): Instant =>
  instant(Math.floor(now / dayMs) * dayMs - days * dayMs);

/** The recent reviews of the scope's property. */
const selectLately = (
  sql: Sql,
  { organizationId, spotPk }: SpotScope,
  days: number,
  now: Instant,
) =>
  sql`reviews where organization_id = ${organizationId} and spot_pk = ${spotPk}
    and created_at >= ${findFirst(days, now)} and created_at <= ${now}`;

/** A property's recent reviews: stars, the newest compliments, and the most frequent reasons. */
export async function readReviewReport(
  scope: SpotScope,
  days: number,
  now: Instant,
): Promise<ReviewReport> {
  const [row] = await scope.read<ReviewReport[]>(
    (sql) => sql`
      with lately as materialized (
        select rating, comment, reasons, created_at from ${selectLately(sql, scope, days, now)})
      select
        (select json_object_agg(level, (select count(*) from lately where rating = level))
          from generate_series(1, 5) level) as rating_report,
        (select coalesce(json_agg(comment), '[]') from (
          select comment from lately where rating >= 4 and comment is not null
          group by comment order by max(created_at) desc limit 5) c) as last_positive_comments,
        (select coalesce(json_agg(reason), '[]') from (
          select reason from lately, unnest(reasons) reason where rating >= 4
          group by reason order by count(*) desc, reason limit 3) r) as top_3_reasons`,
  );
  return row ?? { rating_report: {}, last_positive_comments: [], top_3_reasons: [] };
}

/** A page of these reviews, newest first, and how many there are. */
export async function readReviewPage(
  scope: SpotScope,
  { days, rating, page }: ReviewFilter,
  now: Instant,
): Promise<{ count: number; results: Review[] }> {
  const [row] = await scope.read<{ count: number; results: Review[] }[]>((sql) => {
    const listed = sql`${selectLately(sql, scope, days, now)} ${rating ? sql`and rating = ${rating}` : sql``}`;
    return sql`
      select (select count(*) from ${listed}) as count, coalesce((
        select json_agg(json_build_object('pk', pk, 'rating', rating, 'comment', comment,
            'reasons', reasons, 'created_at', ${toEpochMs(sql, sql`created_at`)})
          order by r.created_at desc, pk desc)
        from (
          select pk, rating, comment, reasons, created_at from ${listed}
          order by created_at desc, pk desc
          limit ${sql.literal(reviewsPageSize)} offset ${(page - 1) * reviewsPageSize}) r), '[]') as results`;
  });
  return row ?? { count: 0, results: [] };
}
