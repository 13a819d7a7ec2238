import type { Review } from '@lotkeeper/contract/people/reviews';
import { listReviews, ratingWindowDays, reviewsPageSize } from '@lotkeeper/contract/people/reviews';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Star } from 'lucide-react';
import { formatInstant, formatQuantity } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { Pager } from '../../../ui/data/pager.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './driver-insights.module.css';
import type { ReviewFilters } from './insight-search.ts';
import { formatStars, starLevels } from './star-levels.ts';

interface ReviewsPageProps extends FilterProps<ReviewFilters> {
  spot: SpotSummary;
}

const anyRating = { value: 'any', label: 'Any' };
const ratings = [
  anyRating,
  ...starLevels.map((stars) => ({ value: `${stars}`, label: formatStars(stars) })),
];

/** The reviews behind a property's rating. */
export function ReviewsPage({ spot, filters, onFilter }: ReviewsPageProps) {
  const { rating, page = 1 } = filters;
  const query = { spot: spot.uuid, days: ratingWindowDays, ...(rating && { rating }), page };
  const list = useRead(listReviews, { query });
  const title = `Reviews of the last ${ratingWindowDays} days`;
  return (
    <>
      <PageHeader title="Reviews" subtitle={spot.name} />
      <Panel
        title={title}
        flush
        actions={
          <FieldRow label="Listed reviews">
            <SearchSelect
              label="Rating"
              options={ratings}
              value={rating ? `${rating}` : anyRating.value}
              onChoose={(chosen) => onFilter({ rating: Number(chosen) || undefined })}
            />
            {list.data && list.data.count > 0 ? (
              <span>{formatQuantity(list.data.count, 'review')}</span>
            ) : null}
          </FieldRow>
        }
      >
        <DataPanel
          query={list}
          skeleton={<Bone height="24rem" />}
          empty={{ icon: Star, title: 'No reviews' }}
          filtered={{ by: [rating && formatStars(rating)], onClear: () => onFilter({}) }}
        >
          {({ results }) => (
            <ul aria-label="Reviews">
              {results.map((review) => (
                <ReviewItem key={review.pk} review={review} timezone={spot.timezone} />
              ))}
            </ul>
          )}
        </DataPanel>
        <Pager
          label={title}
          page={page}
          list={list}
          size={reviewsPageSize}
          onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
        />
      </Panel>
    </>
  );
}

function ReviewItem({ review, timezone }: { review: Review; timezone: string }) {
  const { rating, comment, reasons, created_at } = review;
  return (
    <li className={classes.review}>
      <span className={classes.given}>
        <span className="ui-hidden">{formatStars(rating)}</span>
        {starLevels.map((level) => (
          <Star key={level} size={14} aria-hidden data-on={rating > 5 - level || undefined} />
        ))}
      </span>
      <span>
        {comment ? <>{comment} </> : null}
        <span className="ui-note">{reasons.join(' · ') || (comment ? '' : 'No comment')}</span>
      </span>
      <span className="ui-note">{formatInstant(created_at / 1000, timezone)}</span>
    </li>
  );
}
