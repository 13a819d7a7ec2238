import { adminAndAccountant, adminAndEmployee, adminOnly } from '@lotkeeper/contract/kernel/access';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Suspense } from 'react';
import { now } from '../../../kernel/clock.ts';
import { timeZoneLabel } from '../../../kernel/format.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { PropertySwitcher } from '../../../shared/property-switcher.tsx';
import { SetupPanel } from '../../platform/setup/public.ts';
import { CurrentRates } from './current-rates.tsx';
import classes from './detail.module.css';
import { DynamicPricing } from './dynamic-pricing.tsx';
import { EnforcementRevenue } from './enforcement-revenue.tsx';
import { InsightsSummary } from './insights-summary.tsx';
import { MonthlyParking } from './monthly-parking.tsx';
import { NewsPanel } from './news-panel.tsx';
import { Overview } from './overview.tsx';
import { Payouts } from './payouts.tsx';
import { Questions } from './questions.tsx';
import { RevenueChart } from './revenue-chart.tsx';

interface DetailPageProps {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
}

/** One property at a glance: its revenue, current activity, hourly price, and reviews. */
export function DetailPage({ organization, spot, spots }: DetailPageProps) {
  const hasRole = useHasRole(organization.pk);
  const admin = hasRole(adminOnly);
  const money = hasRole(adminAndAccountant);
  const staff = hasRole(adminAndEmployee);
  const dynamic = spot.dynamic_pricing_enabled;
  return (
    <>
      <title>{`${spot.name} · Lotkeeper`}</title>
      <PropertySwitcher {...{ organization, spot, spots }} page="detail" />
      {admin && !organization.is_set_up ? (
        <Suspense>
          <SetupPanel organizationId={String(organization.pk)} />
        </Suspense>
      ) : null}
      {admin && organization.is_set_up ? <NewsPanel /> : null}
      {staff || money ? (
        <div className="ui-bottom-wide">
          <Questions spot={spot} withMoney={money} />
        </div>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column} data-column>
          {money ? <Payouts {...{ organization, spots }} /> : null}
          {money ? <Overview spot={spot} /> : null}
          {money ? <EnforcementRevenue spot={spot} /> : null}
          {dynamic ? <MonthlyParking spot={spot} withTenants={staff} /> : null}
          {dynamic && staff ? <InsightsSummary {...{ organization, spot }} /> : null}
          <p className={classes.zone}>
            All times in {timeZoneLabel(spot.timezone, toEpochSeconds(now()))}
          </p>
        </div>
        <div className={classes.column} data-column>
          {money ? <RevenueChart spot={spot} /> : null}
          {dynamic ? (
            <DynamicPricing spot={spot} withHistory={staff || money} withUplift={money} />
          ) : (
            <>
              <CurrentRates spot={spot} />
              <MonthlyParking spot={spot} withTenants={staff} />
              {staff ? <InsightsSummary {...{ organization, spot }} /> : null}
            </>
          )}
        </div>
      </div>
    </>
  );
}
