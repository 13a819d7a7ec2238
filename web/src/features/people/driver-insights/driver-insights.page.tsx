import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { PropertySwitcher } from '../../../shared/property-switcher.tsx';
import { TabTitle } from '../../../ui/frame/page-header.tsx';
import classes from './driver-insights.module.css';
import type { InsightFilters } from './insight-search.ts';
import { PeakTimes } from './peak-times.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import { TransientDrivers } from './transient-drivers.tsx';

/** What drivers say about a property, when they come, and how often. */
export function DriverInsightsPage(
  props: FilterProps<InsightFilters> & {
    organization: Organization;
    spot: SpotSummary;
    spots: readonly SpotSummary[];
  },
) {
  const { organization, spot, spots, filters, onFilter } = props;
  const { heatmap = 'daily', days = 90 } = filters;
  return (
    <>
      <TabTitle>Driver Insights</TabTitle>
      <PropertySwitcher {...{ organization, spot, spots }} page="driver-insights" />
      <div className="ui-stack">
        <ReviewsPanel spot={spot} />
        <div className={classes.panels}>
          <PeakTimes
            spot={spot}
            chosen={heatmap}
            onChoose={(chosen) => onFilter({ ...filters, heatmap: chosen })}
          />
          <TransientDrivers
            spot={spot}
            days={days}
            onChoose={(chosen) => onFilter({ ...filters, days: chosen })}
          />
        </div>
        <p className="ui-note">
          <Link
            to="/organization/$organizationId/spots/$spotId/local-intelligence"
            params={{ organizationId: String(organization.pk), spotId: String(spot.pk) }}
          >
            How holidays, weekdays and events affect demand here
          </Link>
        </p>
      </div>
    </>
  );
}
