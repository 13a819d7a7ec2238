import type { SpotReport } from '@lotkeeper/contract/reports';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { formatCount, formatMoney } from '../../kernel/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Stat, StatGrid } from '../../ui/stat.tsx';
import { useReport } from './detail.api.ts';

type Span = SpotReport['enforcement_uplift']['seven_days'];

const noteOf = (span: Span) =>
  span.rental_count === 1
    ? '1 rental or penalty'
    : `${formatCount(span.rental_count)} rentals and penalties`;

/** What enforcement earned; shown only once it earned something this year. */
export function EnforcementRevenue({ spot }: { spot: SpotSummary }) {
  const { data } = useReport(spot);
  const spans = data?.enforcement_uplift;
  if (!spans || spans.year_to_date.enforcement_revenue <= 0) return null;
  const stats = [
    { label: 'Last 7 days', span: spans.seven_days },
    { label: 'Month to date', span: spans.month_to_date },
    { label: 'Year to date', span: spans.year_to_date },
  ];
  return (
    <Panel title="Enforcement Revenue">
      <StatGrid>
        {stats.map(({ label, span }) => (
          <Stat
            key={label}
            label={label}
            value={formatMoney(span.enforcement_revenue)}
            note={noteOf(span)}
            hint="Penalties, and rentals that started by themselves when a known plate was seen. Part of gross revenue, tax included."
          />
        ))}
      </StatGrid>
    </Panel>
  );
}
