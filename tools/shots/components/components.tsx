import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { Car, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { formatCount, formatMoney } from '../../../web/src/kernel/format.ts';
import { BarChart } from '../../../web/src/ui/charts/bar-chart.tsx';
import { ChangeBar, changeScale } from '../../../web/src/ui/charts/change-bars.tsx';
import { Heatmap } from '../../../web/src/ui/charts/heatmap.tsx';
import { LineChart } from '../../../web/src/ui/charts/line-chart.tsx';
import { Sparkline } from '../../../web/src/ui/charts/sparkline.tsx';
import { Waterfall } from '../../../web/src/ui/charts/waterfall.tsx';
import { Change } from '../../../web/src/ui/data/change.tsx';
import { DataTable } from '../../../web/src/ui/data/data-table.tsx';
import { FieldRow } from '../../../web/src/ui/data/field-row.tsx';
import { Pager } from '../../../web/src/ui/data/pager.tsx';
import { Plate } from '../../../web/src/ui/data/plate.tsx';
import { ProgressBar } from '../../../web/src/ui/data/progress-bar.tsx';
import { actionsColumn, RowButton } from '../../../web/src/ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../web/src/ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../web/src/ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../web/src/ui/data/stat-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../web/src/ui/data/states.tsx';
import { SumTable } from '../../../web/src/ui/data/sum-table.tsx';
import { When } from '../../../web/src/ui/data/when.tsx';
import { Button } from '../../../web/src/ui/form/button.tsx';
import { Choices } from '../../../web/src/ui/form/choices.tsx';
import { CopyCell, CopyText } from '../../../web/src/ui/form/copy-text.tsx';
import { DateField } from '../../../web/src/ui/form/date-field.tsx';
import { DateRangePicker } from '../../../web/src/ui/form/date-range-picker.tsx';
import { DownloadButton } from '../../../web/src/ui/form/download-button.tsx';
import { FileDrop } from '../../../web/src/ui/form/file-drop.tsx';
import { FormActions } from '../../../web/src/ui/form/form.tsx';
import { FailureText } from '../../../web/src/ui/form/form-failure.tsx';
import { MonthSelect } from '../../../web/src/ui/form/month-select.tsx';
import { MultiSelect } from '../../../web/src/ui/form/multi-select.tsx';
import { NumberInput } from '../../../web/src/ui/form/number-input.tsx';
import { OneChoice } from '../../../web/src/ui/form/one-choice.tsx';
import { SearchField } from '../../../web/src/ui/form/search-field.tsx';
import { SearchSelect } from '../../../web/src/ui/form/search-select.tsx';
import { TextArea } from '../../../web/src/ui/form/text-area.tsx';
import { TextInput } from '../../../web/src/ui/form/text-input.tsx';
import { ColorSchemeSwitch } from '../../../web/src/ui/frame/color-scheme-switch.tsx';
import { Hint } from '../../../web/src/ui/frame/hint.tsx';
import { PageHeader } from '../../../web/src/ui/frame/page-header.tsx';
import { Panel } from '../../../web/src/ui/frame/panel.tsx';
import { Segments } from '../../../web/src/ui/frame/segments.tsx';
import { Tag } from '../../../web/src/ui/frame/tag.tsx';
import { UiProvider } from '../../../web/src/ui/theme/ui-provider.tsx';

const doNothing = () => undefined;
const today = '2026-06-17' as LocalDate;
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const categories = days.map((label, index) => ({
  key: label,
  label,
  isWeekend: index > 4,
  isOpen: index === 6,
}));
const values = [120_000, 180_000, 175_000, 190_000, 210_000, 60_000, 21_000];
const half = values.map((value) => value * 0.75);
const rows = [
  { plate: 'BSJ2133', state: 'AZ', property: 'Copper Square Garage', cents: 2_400 },
  {
    plate: '8XKR402',
    state: 'CA',
    property: 'The Historic Union Depot & Farmers Market Surface Lot at 3rd and Alder',
    cents: 123_456_700,
  },
];
const rise = { value: 0.3, low: 0.1, high: 0.5, firm: false };
const fall = { value: -0.62, low: -0.7, high: -0.5, firm: true };
const options = ['Any', 'Hourly', 'Daily', 'Monthly'].map((label) => ({ value: label, label }));

function Row({ children }: { children: ReactNode }) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', alignItems: 'end' }}>
      {children}
    </div>
  );
}

function Buttons() {
  return (
    <Panel title="Buttons" actions={<Button variant="default">In the head of a card</Button>}>
      <Row>
        <Button>Add event</Button>
        <Button variant="default">Download</Button>
        <Button variant="subtle">Quiet</Button>
        <Button color="red">Remove</Button>
        <Button loading>Saves</Button>
        <Button disabled>Not now</Button>
        <Button size="compact-sm" variant="default">
          In a row
        </Button>
        <RowButton action="Edit" subject="this" onClick={doNothing} />
        <RowButton action="Remove" subject="this" onClick={doNothing} />
        <DownloadButton onClick={doNothing}>Download CSV</DownloadButton>
        <Hint subject="this" text="What it means." />
        <Segments label="View" options={options} chosen="Daily" onChange={doNothing} />
        <ColorSchemeSwitch />
      </Row>
      <FormActions
        submit="Save rate"
        isPending={false}
        disabled
        reason="Fill in the name to save the rate."
        onCancel={doNothing}
        onDelete={doNothing}
      />
      <FormActions submit="Save rate" isPending={false} done="Saved." />
    </Panel>
  );
}

function Fields() {
  return (
    <Panel title="Fields and periods" flush>
      <FieldRow label="Filters">
        <SearchSelect label="Rental type" options={options} value="Daily" onChoose={doNothing} />
        <MonthSelect month={'2026-06-01' as LocalDate} today={today} onChoose={doNothing} />
        <DateRangePicker
          label="Dates"
          value={{ start: '2026-06-01', end: today }}
          earliest="2020-01-01"
          today={today}
          onChange={doNothing}
        />
        <SearchField label="Plate" value="BSJ" maxLength={10} onSearch={doNothing} />
      </FieldRow>
      <div style={{ display: 'grid', gap: '1rem', maxWidth: '30rem', padding: '0 1rem 1rem' }}>
        <TextInput label="Name" description="As drivers read it." defaultValue="First Lot" />
        <TextInput label="Email" error="Must be an email address." defaultValue="ana@" required />
        <TextInput label="Time zone" disabled defaultValue="America/Phoenix" />
        <NumberInput
          label="Spaces"
          value="40"
          onChange={doNothing}
          rules={{ min: 1, max: 999, decimals: 0 }}
        />
        <DateField label="From" value={today} today={today} onChange={doNothing} />
        <MultiSelect
          label="Types"
          placeholder="All"
          options={options}
          chosen={['Daily', 'Monthly']}
          onChange={doNothing}
        />
        <TextArea rows={2} label="Note" value={'Two\nlines'} onChange={doNothing} />
        <Choices label="Days" options={options} chosen={['Hourly']} onChange={doNothing} />
        <OneChoice label="One" options={options} chosen="Daily" onChange={doNothing} />
        <FileDrop
          label="File"
          accept=".csv"
          hint="CSV, up to 15 MB"
          file={null}
          onChoose={doNothing}
        />
        <CopyText text="https://parking.example.com/copper" label="Copy Link" copied="Copied!" />
        <FailureText>Could not save. The server gave this reason.</FailureText>
      </div>
    </Panel>
  );
}

function Data() {
  return (
    <>
      <Panel title="Figures">
        <StatGrid>
          <Stat label="Gross" value="$58,328" note={<Change before={50} amount={58} />} />
          <Stat
            label="Net"
            value="$0"
            hint="After all."
            note={<Change before={50} amount={40} />}
          />
          <Stat
            label="Cars"
            value={formatCount(11_712)}
            trend={<Sparkline values={values} />}
            note={<Change before={1} amount={1} />}
          />
        </StatGrid>
        <ProgressBar label="Occupancy" value={60} max={100} />
        <Row>
          <Tag tone="gray">Over</Tag>
          <Tag tone="green">Paid</Tag>
          <Tag tone="amber">Waits</Tag>
          <Tag tone="red">Lost</Tag>
          <CopyCell text="K7Q2" copied="Copied!" />
        </Row>
      </Panel>
      <Panel title="Rows" flush>
        <DataTable
          caption="Rows"
          rows={rows}
          rowKey={({ plate }) => plate}
          columns={[
            { key: 'plate', header: 'Plate', primary: true, render: (row) => <Plate {...row} /> },
            { key: 'property', header: 'Property', render: ({ property }) => property },
            {
              key: 'when',
              header: 'When',
              render: () => <When at="2026-06-16T21:10:00Z" zone="America/Phoenix" isZoneNamed />,
            },
            {
              key: 'amount',
              header: 'Amount',
              align: 'right',
              render: ({ cents }) => formatMoney(cents),
              footer: '$1,234,591',
            },
            {
              key: 'change',
              header: 'Change',
              render: ({ plate }) => (
                <ChangeBar
                  change={plate === 'BSJ2133' ? rise : fall}
                  scale={changeScale([rise, fall])}
                />
              ),
            },
            actionsColumn<(typeof rows)[number]>(({ plate }) => (
              <RowButton action="Edit" subject={plate} onClick={doNothing} />
            )),
          ]}
        />
        <Pager
          label="Rows"
          page={2}
          size={20}
          list={{ data: { count: 374 }, isFetching: false }}
          onPage={doNothing}
        />
      </Panel>
      <Panel title="Sums" flush>
        <SumTable
          caption="Sums"
          groups={[
            {
              heading: 'What drivers paid',
              lines: [
                { label: 'Transient', amount: '$247,460.32', hint: 'Hourly, daily and flat rate.' },
                { label: 'Refunds', amount: '-$4,715.16', note: <small>Of 43 payments</small> },
              ],
              total: { label: 'Gross revenue', amount: '$242,745.16' },
            },
          ]}
        />
      </Panel>
    </>
  );
}

function States() {
  return (
    <>
      <Panel>
        <EmptyState
          icon={Car}
          title="Nobody has parked yet"
          text="Cars that your cameras see appear here."
          action={<Button>Connect a camera</Button>}
        />
      </Panel>
      <Panel title="A card without anything">
        <EmptyState title="No bank file yet" text="Download one from your bank’s website." />
      </Panel>
      <Panel title="A card that failed">
        <ErrorState title="Could not fetch the cars" hint="Try again soon." onRetry={doNothing} />
      </Panel>
      <Panel title="A card that loads">
        <StatGridSkeleton count={3} noteLines={1} />
        <TableSkeleton rows={3} columns={4} />
      </Panel>
    </>
  );
}

function Charts() {
  const chart = { categories, categoryLabel: 'Day', format: formatMoney };
  return (
    <>
      <Panel title="Bars and lines">
        <BarChart
          {...chart}
          title="Gross and net by day"
          nested
          series={[
            { key: 'gross', label: 'Gross revenue', color: 'whole', values },
            { key: 'net', label: 'Net revenue', color: 'main', values: half },
          ]}
        />
        <LineChart
          {...chart}
          title="Net by day"
          series={[
            { key: 'net', label: 'Net revenue', color: 'main', values: half },
            { key: 'before', label: '4 weeks earlier', color: 'quiet', values },
          ]}
        />
      </Panel>
      <Panel title="A heat map and a change">
        <Heatmap
          title="Rentals by weekday and hour"
          categories={['8 AM', '12 PM', '4 PM'].map((label) => ({ key: label, label }))}
          columns={days.map((label, index) => ({
            key: label,
            label,
            axisLabel: label,
            values: [index * 2, 14 - index, index === 6 ? null : 5],
          }))}
          format={formatCount}
        />
        <Waterfall
          title="Why did it change?"
          rowLabel="Cause"
          start={{ key: 'before', label: 'May', amount: 500_000 }}
          steps={[
            { key: 'price', label: 'Higher prices', amount: 60_000, text: 'By 8%.' },
            { key: 'count', label: 'Fewer rentals', amount: -90_000 },
          ]}
          end={{ key: 'after', label: 'June', amount: 470_000 }}
          format={formatMoney}
          formatStep={formatMoney}
        />
      </Panel>
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <UiProvider>
    <main style={{ maxWidth: '80rem', margin: '0 auto', padding: '2rem 1rem' }}>
      <PageHeader
        title="Components"
        subtitle={
          <>
            <Star size={12} aria-hidden /> Every component in its states
          </>
        }
        actions={<Button>The one thing to do</Button>}
      />
      <div className="ui-stack">
        <Buttons />
        <Fields />
        <Data />
        <States />
        <Charts />
      </div>
    </main>
  </UiProvider>,
);
