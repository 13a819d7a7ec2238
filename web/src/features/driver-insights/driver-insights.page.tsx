import type { FrequencyWindow } from '@lotkeeper/contract/driver-insights';
import type { Organization } from '@lotkeeper/contract/organizations';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { Link } from '@tanstack/react-router';
import { PropertySwitcher } from '../../shared/property-switcher.tsx';
import classes from './driver-insights.module.css';
import type { HeatmapOf } from './peak-times.tsx';
import { PeakTimes } from './peak-times.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import { TransientDrivers } from './transient-drivers.tsx';

/** What is in the address. */
export interface InsightChoices {
  heatmap: HeatmapOf;
  days: FrequencyWindow;
}

/** What drivers say of a property, when they come and how often. */
export function DriverInsightsPage(props: {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
  choices: InsightChoices;
  onChoose: (choices: InsightChoices) => void;
}) {
  const { organization, spot, spots, choices, onChoose } = props;
  return (
    <>
      <title>Driver Insights · Lotkeeper</title>
      <PropertySwitcher {...{ organization, spot, spots }} page="driver-insights" />
      <div className={classes.stack}>
        <ReviewsPanel spot={spot} />
        <div className={classes.panels}>
          <PeakTimes
            spot={spot}
            chosen={choices.heatmap}
            onChoose={(heatmap) => onChoose({ ...choices, heatmap })}
          />
          <TransientDrivers
            spot={spot}
            days={choices.days}
            onChoose={(days) => onChoose({ ...choices, days })}
          />
        </div>
        <p className={classes.note}>
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
