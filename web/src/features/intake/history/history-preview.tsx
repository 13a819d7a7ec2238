import { dateOrders } from '@lotkeeper/contract/intake/csv-reading';
import type { HistoryPreview, HistoryReading } from '@lotkeeper/contract/intake/history';
import { historyContents, historyMessages, moneyForms } from '@lotkeeper/contract/intake/history';
import type { HistoryColumn } from '@lotkeeper/contract/intake/history-columns';
import { historyColumns } from '@lotkeeper/contract/intake/history-columns';
import { historyPresets } from '@lotkeeper/contract/intake/history-presets';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { TriangleAlert } from 'lucide-react';
import { formatCount, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import columnClasses from '../../../shared/csv-columns.module.css';
import { DataTable } from '../../../ui/data/data-table.tsx';
import form from '../../../ui/form/form.module.css';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { FormChoices, nameColumn, Problems } from '../files/public.ts';
import classes from './history.module.css';
import {
  chooseColumn,
  columnNames,
  contentsNames,
  dateOrderNames,
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

/** A choice for each column of the file. */
function ColumnChoices({ preview, onChoose }: ChoiceProps) {
  const { columns } = preview;
  return (
    <ul aria-label="Columns of the file">
      {columns.map(({ name, field, samples }, index) => (
        // Columns may have the same name, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={columnClasses.column} data-used={field !== 'ignore'}>
          <div className={columnClasses.columnText}>
            <UserText>{nameColumn(name, index)}</UserText>
            <span className="ui-detail ui-cut">
              <UserText>{samples.join(' · ')}</UserText>
            </span>
          </div>
          <SearchSelect<HistoryColumn>
            ariaLabel={`What “${nameColumn(name, index)}” contains`}
            options={columnOptions}
            value={field}
            onChoose={(chosen) => onChoose({ fields: chooseColumn(columns, index, chosen) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** The first rows as they would be recorded, by the columns that are used. */
function FirstRows({ preview }: { preview: HistoryPreview }) {
  const used = preview.columns.flatMap(({ field }, index) =>
    field === 'ignore' ? [] : [{ field, index }],
  );
  if (used.length === 0) return null;
  return (
    <div className="ui-inset">
      <DataTable
        caption="First rows as they will be read"
        rows={preview.rows}
        rowKey={({ line }) => line}
        columns={[
          {
            key: 'line',
            header: 'Row',
            render: ({ line, problem }) => (
              <>
                {formatCount(line)}
                {problem === null ? null : <span className={classes.refused}>Refused</span>}
              </>
            ),
          },
          ...used.map(({ field, index }, position) => ({
            key: `${field} ${index}`,
            header: columnNames[field],
            primary: position === 0,
            render: ({ cells }: HistoryPreview['rows'][number]) => (
              <UserText>{cells[index] ?? ''}</UserText>
            ),
          })),
        ]}
      />
    </div>
  );
}

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
  const { preview } = props;
  const { preset, missing, questions, refused, problems, differences } = preview;
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
      {warnings.map((warning) => (
        <p key={warning} className={columnClasses.question}>
          <TriangleAlert size={16} aria-hidden />
          <UserText>{warning}</UserText>
        </p>
      ))}
      {missing.length > 0 ? null : <p className={classes.total}>{describeTotal(preview)}</p>}
      <Months preview={preview} />
      <Problems refused={refused} problems={problems} />
      <FirstRows preview={preview} />
      <details className={columnClasses.choices} open={missing.length > 0 || undefined}>
        <summary>{preview.sheet === null ? 'Columns and encoding' : 'Columns and sheet'}</summary>
        <div className={columnClasses.choiceFields}>
          <FormChoices preview={preview} onChoose={props.onChoose} />
          <ColumnChoices {...props} />
        </div>
      </details>
    </section>
  );
}
