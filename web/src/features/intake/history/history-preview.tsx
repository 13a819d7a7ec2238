import { dateOrders } from '@lotkeeper/contract/intake/csv-reading';
import type { HistoryPreview, HistoryReading } from '@lotkeeper/contract/intake/history';
import { historyContents, historyMessages, moneyForms } from '@lotkeeper/contract/intake/history';
import type { HistoryColumn } from '@lotkeeper/contract/intake/history-columns';
import { historyColumns, sharedHistoryFields } from '@lotkeeper/contract/intake/history-columns';
import { historyPresets } from '@lotkeeper/contract/intake/history-presets';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatCount, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import form from '../../../ui/form/form.module.css';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import {
  ColumnChoices,
  dateOrderNames,
  FirstRows,
  FormChoices,
  Problems,
  ReadingDetails,
  Warnings,
} from '../files/public.ts';
import classes from './history.module.css';
import {
  columnNames,
  contentsNames,
  describeDifference,
  describeTotal,
  extrasNames,
  listZones,
  moneyFormNames,
} from './history-words.ts';

interface ChoiceProps {
  preview: HistoryPreview;
  spots: readonly SpotSummary[];
  onChoose: (change: HistoryReading) => void;
}

const toOptions = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }));

/** What the rows are, and how times and amounts are written. */
function ReadingChoices({ preview, spots, onChoose }: ChoiceProps) {
  const isNamed = preview.columns.some(({ field }) => field === 'property');
  // What is asked has no value, since choosing a guess again would be no choice.
  const isAsked = (...messages: string[]) =>
    messages.some((message) => preview.questions.includes(message));
  const { moneyForm, separators, dateOrder } = historyMessages;
  const { extras_included } = preview;
  const extras = extras_included === null ? null : extras_included ? 'included' : 'beside';
  const spotOptions = spots.map(({ pk, name }) => ({ value: String(pk), label: name }));
  return (
    <div className={form.pair}>
      <SearchSelect
        label="Rows"
        options={toOptions(historyContents, contentsNames)}
        value={preview.contents}
        onChoose={(contents) => onChoose({ contents })}
      />
      {isNamed ? null : (
        <SearchSelect
          label="Property"
          placeholder="Search for a property"
          options={spotOptions}
          value={preview.spot === null ? null : String(preview.spot)}
          onChoose={(spot) => onChoose({ spot: Number(spot) })}
        />
      )}
      <SearchSelect
        label="Times without a zone"
        options={listZones(preview.zone)}
        value={preview.zone}
        onChoose={(zone) => onChoose({ zone })}
      />
      <SearchSelect
        label="Amounts"
        options={toOptions(moneyForms, moneyFormNames)}
        placeholder="Choose"
        value={isAsked(moneyForm, separators) ? null : preview.money_form}
        onChoose={(money_form) => onChoose({ money_form })}
      />
      {preview.has_extras ? (
        <SearchSelect
          label="Tips and app fees"
          options={toOptions(['included', 'beside'] as const, extrasNames)}
          placeholder="Choose"
          value={extras}
          onChoose={(chosen) => onChoose({ extras_included: chosen === 'included' })}
        />
      ) : null}
      {preview.needs_date_order ? (
        <SearchSelect
          label="Dates"
          options={toOptions(dateOrders, dateOrderNames)}
          placeholder="Choose"
          value={isAsked(dateOrder) ? null : preview.date_order}
          onChoose={(date_order) => onChoose({ date_order })}
        />
      ) : null}
    </div>
  );
}

const noProperty = 'none';

/** Which property each name in the file means. */
function PropertyChoices({ preview, spots, onChoose }: ChoiceProps) {
  if (preview.spots.length === 0) return null;
  const options = [
    ...spots.map(({ pk, name }) => ({ value: String(pk), label: name })),
    { value: noProperty, label: 'Refuse its rows' },
  ];
  return (
    <ul aria-label="Properties in the file">
      {preview.spots.map(({ name, spot }) => (
        <li key={name} className={classes.property}>
          <UserText>{name}</UserText>
          <SearchSelect
            ariaLabel={`Which property “${name}” is`}
            options={options}
            value={spot === null ? noProperty : String(spot)}
            onChoose={(chosen) =>
              onChoose({
                spots: preview.spots.map((spot) =>
                  spot.name === name
                    ? { name, spot: chosen === noProperty ? null : Number(chosen) }
                    : spot,
                ),
              })
            }
          />
        </li>
      ))}
    </ul>
  );
}

const columnOptions = toOptions(historyColumns, columnNames);
const sharedColumns = historyColumns.filter((column) => sharedHistoryFields.includes(column));

/** The sums of each month, to compare with the old system's report. */
function Months({ preview }: { preview: HistoryPreview }) {
  if (preview.months.length === 0 || preview.contents === 'monthly_drivers') return null;
  const amount = (key: 'amount' | 'refunds' | 'tax' | 'fees', header: string) => ({
    key,
    header,
    align: 'right' as const,
    render: (month: HistoryPreview['months'][number]) => formatMoneyExact(month[key]),
  });
  return (
    <div className="ui-inset">
      <DataTable
        caption="Sums by month"
        rows={preview.months}
        rowKey={({ month }) => month}
        columns={[
          {
            key: 'month',
            header: 'Month',
            primary: true,
            render: ({ month }) => formatMonth(month.slice(0, 7)),
          },
          {
            key: 'rows',
            header: 'Rows',
            align: 'right',
            render: ({ rows }) => formatCount(rows),
          },
          amount('amount', 'Amount'),
          amount('refunds', 'Refunds'),
          amount('tax', 'Tax'),
          amount('fees', 'Fees'),
        ]}
      />
    </div>
  );
}

/** Months with another net or total that are named. */
const shownDifferences = 6;

/** How a file will be read: its sums, what is refused, the first rows, and the choices. */
export function HistoryPreviewPanel(props: ChoiceProps) {
  const { preview, onChoose } = props;
  const { columns, preset, missing, questions, refused, problems, differences } = preview;
  const warnings = [
    ...(missing.length > 0 ? [`Choose ${missing.join(', and ')}.`] : []),
    ...questions,
    ...differences.slice(0, shownDifferences).map(describeDifference),
    ...(differences.length > shownDifferences
      ? [`And ${formatCount(differences.length - shownDifferences)} more months differ.`]
      : []),
  ];
  return (
    <section className="ui-parts" aria-label="Preview of the file">
      {preset === null ? null : (
        <p className="ui-dimmed">Recognized by its columns: {historyPresets[preset].label}.</p>
      )}
      <ReadingChoices {...props} />
      <PropertyChoices {...props} />
      <Warnings texts={warnings} />
      {missing.length > 0 ? null : <p className={classes.total}>{describeTotal(preview)}</p>}
      <Months preview={preview} />
      <Problems refused={refused} problems={problems} />
      <FirstRows
        rows={preview.rows}
        columns={columns.flatMap(({ field }, index) =>
          field === 'ignore'
            ? []
            : [{ key: `${field} ${index}`, header: columnNames[field], index }],
        )}
        leftOut="Refused"
      />
      <ReadingDetails
        summary={preview.sheet === null ? 'Columns and encoding' : 'Columns and sheet'}
        isAsked={missing.length > 0}
      >
        <FormChoices preview={preview} onChoose={onChoose} />
        <ColumnChoices<HistoryColumn>
          columns={columns.map(({ field: column, ...rest }) => ({ ...rest, column }))}
          options={columnOptions}
          shared={sharedColumns}
          onChoose={(fields) => onChoose({ fields })}
        />
      </ReadingDetails>
    </section>
  );
}
