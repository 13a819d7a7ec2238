import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { BookFormat, BookGrouping, PropertyField } from '@lotkeeper/contract/money/books';
import {
  bookFormatNames,
  bookFormats,
  bookLineNames,
  bookLines,
  bookMessages,
  createBookExport,
  getBookAccounts,
  isAccountNumber,
  listBookExports,
} from '@lotkeeper/contract/money/books';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { useFirstDownload } from './books.api.ts';

const formats = bookFormatNames.map((value) => ({ value, label: bookFormats[value].label }));

const groupings = [
  { value: 'month', label: 'One journal a month' },
  { value: 'day', label: 'One journal a day' },
] as const;

const propertyFields = [
  { value: 'class', label: 'Classes' },
  { value: 'location', label: 'Locations' },
] as const;

/** The formats whose programs have both classes and locations. */
const hasLocations = (format: BookFormat) =>
  format === 'quickbooks_online' || format === 'netsuite';

interface ExportDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Exports the journals of whole months. */
export function ExportDialog(props: ExportDialogProps) {
  const query = { organization: props.organizationId, includeThirdParty: 'true' } as const;
  const spots = useRead(listSpots, { query });
  return (
    <Dialog title="Export journals" onClose={props.onClose}>
      {spots.data ? (
        <ExportForm {...props} lastDay={addDays(startOfMonth(findToday(spots.data, now())), -1)} />
      ) : (
        <DataPanel query={spots} skeleton={<TableSkeleton rows={6} columns={1} />}>
          {() => null}
        </DataPanel>
      )}
    </Dialog>
  );
}

interface Values {
  first_month: LocalDate;
  last_month: LocalDate;
  format: BookFormat;
  grouping: BookGrouping;
  property_field: PropertyField;
}

function ExportForm(props: ExportDialogProps & { lastDay: LocalDate }) {
  const { organizationId, onClose, lastDay } = props;
  const create = useSend(createBookExport, [listBookExports]);
  const file = useFirstDownload(organizationId, onClose);
  const isTaken = create.error?.fields.first_month !== undefined;
  const form = useForm<Values>({
    initial: () => ({
      first_month: startOfMonth(lastDay),
      last_month: startOfMonth(lastDay),
      format: 'quickbooks_online',
      grouping: 'month',
      property_field: 'class',
    }),
    validate: (body) => findProblems(createBookExport.body, body),
    send: create,
    onSubmit: (body) =>
      create.mutate(
        { params: { id: organizationId }, body: { ...body, ...(isTaken && { replace: true }) } },
        { onSuccess: file.start },
      ),
  });
  const { values, set, problems } = form;
  // Another choice is another question: what was taken may not be any more.
  const change = (changed: Partial<Values>) => {
    create.reset();
    set(changed);
  };
  return (
    <Form
      form={{ ...form, isPending: form.isPending || file.isPending }}
      submit={isTaken ? 'Replace export' : 'Export'}
      isDestructive={isTaken}
      disabled={!form.isValid}
      reason={problems.last_month}
      onCancel={onClose}
    >
      <div className={formClasses.pair}>
        <MonthSelect
          label="First month"
          month={values.first_month}
          today={lastDay}
          onChoose={(month) =>
            change({
              first_month: month,
              last_month: month > values.last_month ? month : values.last_month,
            })
          }
        />
        <MonthSelect
          label="Last month"
          month={values.last_month}
          today={lastDay}
          onChoose={(month) => change({ last_month: month })}
        />
      </div>
      <OneChoice
        label="Program"
        options={formats}
        chosen={values.format}
        onChange={(format) => change({ format })}
      />
      {values.format === 'xero' ? <NamedAccounts organizationId={organizationId} /> : null}
      <OneChoice
        label="Journals"
        options={groupings}
        chosen={values.grouping}
        onChange={(grouping) => change({ grouping })}
      />
      {hasLocations(values.format) ? (
        <OneChoice
          label="Properties are"
          options={propertyFields}
          chosen={values.property_field}
          onChange={(property_field) => change({ property_field })}
        />
      ) : null}
      {isTaken ? (
        <>
          <FailureText>{create.error?.message}</FailureText>
          <p className="ui-dimmed">
            Before you replace it, delete its journals and corrections in your books.
          </p>
        </>
      ) : null}
      <FormFailure error={file.error} />
    </Form>
  );
}

/** The accounts that Xero won’t take, since they have no number. */
function NamedAccounts({ organizationId }: { organizationId: string }) {
  const { data } = useRead(getBookAccounts, { params: { id: organizationId } });
  if (!data) return null;
  const lines = bookLineNames.map((line) => [bookLines[line].label, data[line]] as const);
  const taxes = data.authorities.map((tax) => [`Tax of ${tax.authority}`, tax.account] as const);
  const namedAccounts = [...lines, ...taxes].filter(
    ([, account]) => account && !isAccountNumber(account),
  );
  return namedAccounts.length === 0 ? null : (
    <p className="ui-dimmed">
      {bookMessages.numbers(namedAccounts.map(([label]) => label))} Give those that you need a
      number in Accounts first.
    </p>
  );
}
