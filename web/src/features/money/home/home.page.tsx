import { toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { HomeProperty } from '@lotkeeper/contract/money/home';
import { getHome } from '@lotkeeper/contract/money/home';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { LayoutDashboard } from 'lucide-react';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatCount, formatDateLong } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import classes from './home.module.css';
import type { HomeSpot } from './home-spots.tsx';
import { HomeSpots } from './home-spots.tsx';
import { HomeTotals } from './home-totals.tsx';
import { NeedsYou } from './needs-you.tsx';

/** How all properties do today, and what needs a person. */
export function HomePage({ organizationId }: { organizationId: string }) {
  return (
    <WithReportSpots
      organizationId={organizationId}
      title="Home"
      panel={{
        title: 'Properties',
        columns: 6,
        icon: LayoutDashboard,
        text: 'How your properties do today will appear here.',
      }}
    >
      {(spots) => <Home organizationId={organizationId} spots={spots} />}
    </WithReportSpots>
  );
}

const [noon, evening] = [12, 18];

/** A greeting by the reader's clock. */
function greet(name: string): string {
  const hour = toLocalHour(now(), localZone());
  return `Good ${hour < noon ? 'morning' : hour < evening ? 'afternoon' : 'evening'}, ${name}`;
}

function Home(props: { organizationId: string; spots: readonly SpotSummary[] }) {
  const { organizationId, spots } = props;
  const { first_name } = useProfile();
  const query = { organization: organizationId };
  const read = useRead(getHome, { query }, { refreshEvery: reportRefreshSeconds });
  const join = (figures: readonly HomeProperty[]): HomeSpot[] =>
    spots.flatMap((spot) =>
      figures.filter(({ pk }) => pk === spot.pk).map((found) => ({ ...spot, ...found })),
    );
  return (
    <>
      <PageHeader
        title={greet(first_name)}
        tabTitle="Home · Lotkeeper"
        subtitle={`${formatDateLong(findToday(spots, now()))} · ${formatCount(spots.length)} properties`}
      />
      <div className="ui-stack">
        <DataPanel
          title="All properties"
          query={read}
          silentRefetch
          skeleton={
            <NotedStatsSkeleton
              notes={[['So far'], ['▲ 5.6%'], ['▲ 5.6% through yesterday, vs. Oct 1 – 29'], ['On']]}
            />
          }
        >
          {({ properties }) => (
            <HomeTotals organizationId={organizationId} spots={join(properties)} />
          )}
        </DataPanel>
        <div className={classes.columns}>
          <DataPanel
            title="Properties, gross"
            flush
            query={read}
            silentRefetch
            skeleton={<TableSkeleton rows={spots.length} columns={6} />}
          >
            {({ properties }) => (
              <HomeSpots organizationId={organizationId} spots={join(properties)} />
            )}
          </DataPanel>
          <AdminOnly organization={organizationId}>
            <NeedsYou organizationId={organizationId} />
          </AdminOnly>
        </div>
      </div>
    </>
  );
}
