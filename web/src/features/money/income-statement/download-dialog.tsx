import {
  downloadIncomeStatement,
  downloadIncomeStatementPdf,
  downloadMovements,
} from '@lotkeeper/contract/money/income-statement';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { formatDate } from '../../../kernel/format.ts';
import { useDownload } from '../../../kernel/queries.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import { SpotFilter } from '../../../shared/spot-filter.tsx';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const contents = [
  {
    value: 'statement',
    label: 'Income statement',
    description: 'Gross revenue, deductions and net revenue.',
  },
  {
    value: 'movements',
    label: 'Every movement',
    description: 'Every charge, refund and penalty behind it, one row each.',
  },
] as const;
type Content = (typeof contents)[number]['value'];

const formats = [
  {
    value: 'csv',
    label: 'CSV',
    description: 'A row for each property, with totals, for spreadsheets.',
  },
  {
    value: 'pdf',
    label: 'PDF',
    description: 'A document to print, or to give to an accountant or a bank.',
  },
] as const;
type Format = (typeof formats)[number]['value'];

interface DownloadDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  spot: SpotSummary | null;
  range: ReportRange;
  onClose: () => void;
}

/** Downloads the range as a file, for the organization or for one property. */
export function DownloadDialog({ organizationId, spots, range, ...props }: DownloadDialogProps) {
  const [spot, setSpot] = useState(props.spot);
  const [content, setContent] = useState<Content>('statement');
  const [format, setFormat] = useState<Format>('csv');
  const statements = {
    csv: useDownload(downloadIncomeStatement),
    pdf: useDownload(downloadIncomeStatementPdf),
  };
  const movements = useDownload(downloadMovements);
  const isStatement = content === 'statement';
  const file = isStatement ? statements[format] : movements;
  const subject = spot ? { spot: spot.uuid } : { organization: organizationId };
  const query = { ...subject, start_date: range.start, end_date: range.end };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    file.mutate({ query }, { onSuccess: props.onClose });
  };
  return (
    <Dialog title="Download" size="question" onClose={props.onClose}>
      <form className={form.form} onSubmit={submit}>
        <p className="ui-dimmed">
          {formatDate(range.start)} – {formatDate(range.end)}
        </p>
        <SpotFilter spots={spots} spot={spot} onChoose={setSpot} />
        <OneChoice label="Contents" options={contents} chosen={content} onChange={setContent} />
        {isStatement ? (
          <OneChoice label="Format" options={formats} chosen={format} onChange={setFormat} />
        ) : null}
        <FormFailure error={file.error} />
        <FormActions
          submit={isStatement && format === 'pdf' ? 'Download PDF' : 'Download CSV'}
          isPending={file.isPending}
          focusSubmit
          onCancel={props.onClose}
        />
      </form>
    </Dialog>
  );
}
