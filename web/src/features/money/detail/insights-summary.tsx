import type { ReviewReport } from '@lotkeeper/contract/people/reviews';
import {
  averageRating,
  getReviewReport,
  ratingWindowDays,
} from '@lotkeeper/contract/people/reviews';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { RenderLink } from '../../../shared/page-links.tsx';
import { usePageLinks } from '../../../shared/page-links.tsx';
import { linkToReviews } from '../../../shared/reviews-link.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { refresh } from './detail.api.ts';
import classes from './detail.module.css';

/** A summary of driver insights, with a link to all of them. */
export function InsightsSummary({
  organization,
  spot,
}: {
  organization: Organization;
  spot: SpotSummary;
}) {
  const query = { spot: spot.uuid, days: ratingWindowDays };
  const reviews = useRead(getReviewReport, { query }, refresh);
  const renderLink = usePageLinks(spot)('driver-insights');
  return (
    <DataPanel
      title="Driver Insights"
      query={reviews}
      silentRefetch
      grows
      {...askToRefresh}
      skeleton={<Bone height="9rem" />}
      isEmpty={(data) => !averageRating(data)}
      empty={{
        title: 'Your driver review analysis will show up here',
        text: `No driver has rated this property in the last ${ratingWindowDays} days.`,
      }}
    >
      {(data) => (
        <>
          <Rating report={data} spot={spot} renderLink={renderLink} />
          <Link
            to="/organization/$organizationId/spots/$spotId/$page"
            params={{
              organizationId: String(organization.pk),
              spotId: String(spot.pk),
              page: 'driver-insights',
            }}
          >
            See More Insights
          </Link>
        </>
      )}
    </DataPanel>
  );
}

function Rating(props: {
  report: ReviewReport;
  spot: SpotSummary;
  renderLink: RenderLink | undefined;
}) {
  const { report, spot, renderLink } = props;
  const rating = averageRating(report);
  if (!rating) return null;
  const [comment] = report.last_positive_comments;
  const stars = rating.stars.toFixed(1);
  const count = `${formatCount(rating.count)} ${rating.count === 1 ? 'rating' : 'ratings'}`;
  return (
    <>
      <p className={classes.stars}>
        <Star size={18} aria-hidden fill="currentColor" />
        <strong>{renderLink?.(stars) ?? stars}</strong>
        <span>
          of 5, from {renderLink ? linkToReviews(spot, count) : count} in the last{' '}
          {ratingWindowDays} days
        </span>
      </p>
      {report.top_3_reasons.length > 0 ? (
        <ul className={classes.reasons} aria-label="What drivers like most">
          {report.top_3_reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      {comment ? <blockquote className={classes.comment}>{comment}</blockquote> : <p />}
    </>
  );
}
