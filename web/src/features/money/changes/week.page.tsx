import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { WeekComparison } from '@lotkeeper/contract/money/week';
import { getWeek } from '@lotkeeper/contract/money/week';
import { CalendarDays } from 'lucide-react';
import { useRead } from '../../../kernel/queries.ts';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { BoneText, ReadText } from '../../../ui/data/skeleton.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { LetterChoice } from '../letters/public.ts';
import { BridgeLink } from './change-cells.tsx';
import { ComingDays } from './coming-days.tsx';
import { NextPayout } from './next-payout.tsx';
import { Owed } from './owed.tsx';
import { WeekSpots } from './week-spots.tsx';
import { describeWeeks, WeekTotals, WeekTotalsSkeleton } from './week-totals.tsx';

const title = 'This Week';

interface WeekPageProps {
  organizationId: string;
}

/** How last week went at all properties, why, and what comes next. */
export function WeekPage({ organizationId }: WeekPageProps) {
  return (
    <WithReportSpots
      organizationId={organizationId}
      title={title}
      panel={{
        title: 'Last week',
        columns: 4,
        icon: CalendarDays,
        text: 'How last week went at your properties will appear here.',
      }}
    >
      {() => <WeekPanels organizationId={organizationId} />}
    </WithReportSpots>
  );
}

/** Whether there is nothing to compare. */
const isEmpty = ({ total }: WeekComparison) =>
  total.week.entry_count === 0 &&
  total.before.entry_count === 0 &&
  total.year_ago.entry_count === 0;

/** As long as the days that are compared. */
const weeksLike = 'Nov 16 – 22, compared with Nov 9 – 15 and with Nov 17 – 23, 2025';

function WeekPanels({ organizationId }: WeekPageProps) {
  const query = { organization: organizationId };
  const read = useRead(getWeek, { query }, { refreshEvery: reportRefreshSeconds });
  const week = read.data && !isEmpty(read.data) ? read.data : null;
  return (
    <>
      <PageHeader title={title} subtitle="Last week at all properties, and what comes next" />
      <DataPanel
        title="Last week"
        actions={
          read.data && !week ? undefined : (
            <>
              <span className="ui-note">
                <ReadText read={read} like={weeksLike}>
                  {describeWeeks}
                </ReadText>
              </span>
              {week ? (
                <BridgeLink
                  organizationId={organizationId}
                  chosen={{ period: 'week', start: week.days.week.start_date }}
                >
                  Why did it change?
                </BridgeLink>
              ) : read.error ? null : (
                <BoneText>Why did it change?</BoneText>
              )}
            </>
          )
        }
        silentRefetch
        grows
        query={read}
        skeleton={<WeekTotalsSkeleton />}
        isEmpty={isEmpty}
        empty={{
          icon: CalendarDays,
          title: 'No revenue in these weeks',
          text: 'Last week appears here after its first rental, beside the week before and the same week of last year.',
        }}
      >
        {(data) => <WeekTotals organizationId={organizationId} week={data} />}
      </DataPanel>
      {week && week.properties.length > 1 ? (
        <div className="ui-top-wide">
          <WeekSpots organizationId={organizationId} week={week} />
        </div>
      ) : null}
      <div className="ui-aside ui-top-wide">
        <ComingDays organizationId={organizationId} />
        <div className="ui-stack">
          <NextPayout organizationId={organizationId} />
          <AdminOnly organization={organizationId}>
            <Owed organizationId={organizationId} />
            <LetterChoice organizationId={organizationId} />
          </AdminOnly>
        </div>
      </div>
    </>
  );
}
