import type { ReviewReport } from '@lotkeeper/contract/people/reviews';
import {
  averageRating,
  getReviewReport,
  ratingWindowDays,
} from '@lotkeeper/contract/people/reviews';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatCount, formatPercent } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToReviews } from '../../../shared/reviews-link.tsx';
import { chartColor } from '../../../ui/charts/chart-colors.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import classes from './driver-insights.module.css';
import { formatStars, starLevels } from './star-levels.ts';

/** Recent ratings of the property, with what drivers praised and wrote. */
export function ReviewsPanel({ spot }: { spot: SpotSummary }) {
  const reviews = useRead(getReviewReport, { query: { spot: spot.uuid, days: ratingWindowDays } });
  return (
    <DataPanel
      title="Drivers Love Your Property"
      query={reviews}
      silentRefetch
      grows
      skeleton={<Bone height="18rem" />}
      isEmpty={(data) => !averageRating(data)}
      empty={{
        title: 'Your driver review analysis will show up here',
        text: `No driver has rated this property in the last ${ratingWindowDays} days.`,
      }}
    >
      {(data) => <Reviews report={data} spot={spot} />}
    </DataPanel>
  );
}

function Reviews({ report, spot }: { report: ReviewReport; spot: SpotSummary }) {
  const rating = averageRating(report);
  return (
    <div className="ui-columns">
      <div>
        <h3 className={classes.heading}>{`${rating?.stars.toFixed(1)} of 5 stars`}</h3>
        <p className="ui-note">
          {linkToReviews(spot, formatCount(rating?.count ?? 0))}{' '}
          {rating?.count === 1 ? 'rating' : 'ratings'} in the last {ratingWindowDays} days.
        </p>
        <ul className="ui-lines ui-top" aria-label="Ratings">
          {starLevels.map((stars) => (
            <Level
              key={stars}
              {...{ stars, spot }}
              count={report.rating_report[stars] ?? 0}
              total={rating?.count ?? 0}
            />
          ))}
        </ul>
      </div>
      <div>
        <h3 className={classes.heading}>Top 3 reasons</h3>
        <Lines lines={report.top_3_reasons} emptyText="No driver has given a reason." ordered />
        <h3 className={classes.heading}>Positive comments</h3>
        <Lines lines={report.last_positive_comments} emptyText="No driver has written a comment." />
      </div>
    </div>
  );
}

/** A smaller share has no percentage. */
const minLabeledShare = 0.05;

function Level(props: { stars: number; count: number; total: number; spot: SpotSummary }) {
  const { stars, count, total, spot } = props;
  const share = count / total;
  return (
    <li className={classes.level}>
      <span>{formatStars(stars)}</span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          style={{ width: `${share * 100}%`, background: chartColor(stars > 2 ? 'main' : 'lost') }}
        />
      </span>
      <span>{share > minLabeledShare ? formatPercent(share, 0) : ''}</span>
      <span>{count === 0 ? '0' : linkToReviews(spot, formatCount(count), stars)}</span>
    </li>
  );
}

function Lines(props: { lines: readonly string[]; emptyText: string; ordered?: boolean }) {
  const { lines, emptyText, ordered = false } = props;
  if (lines.length === 0) return <p className="ui-note">{emptyText}</p>;
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={ordered ? classes.reasons : classes.comments}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
}
