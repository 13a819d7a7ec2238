import { foundClassTexts } from '@lotkeeper/contract/trust/privacy-classes';
import type { Finding, PrivacyRequestFindings } from '@lotkeeper/contract/trust/privacy-requests';
import { formatCount } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './privacy-requests.module.css';
import { describeErasing, describeKept } from './request-words.ts';

const columns: DataColumn<Finding>[] = [
  {
    key: 'class',
    header: 'Data',
    primary: true,
    render: (finding) => foundClassTexts[finding.class].label,
  },
  {
    key: 'found',
    header: 'Found',
    align: 'right',
    render: ({ found }) => formatCount(found),
  },
  {
    key: 'erasing',
    header: 'When you erase it',
    render: (finding) => (
      <>
        {finding.due > 0 || foundClassTexts[finding.class].erasing === 'kept' ? (
          <span className={classes.line}>{describeErasing(finding)}</span>
        ) : null}
        {foundClassTexts[finding.class].erasing === 'kept'
          ? null
          : finding.remaining.map((row) => (
              <span key={row.reason} className={classes.line}>
                {describeKept(row)}
              </span>
            ))}
      </>
    ),
  },
];

/** What was found, by class, and what erasing would do to it. */
export function RequestFindings({ found }: { found: PrivacyRequestFindings }) {
  const { request, plates } = found;
  const cars = plates.map(({ plate, state }) => `${plate}${state ? ` (${state})` : ''}`).join(', ');
  return (
    <>
      {cars ? (
        <p>
          {request.kind === 'plate' ? 'Cars: ' : 'Cars of this person: '}
          <UserText>{cars}</UserText>
          {request.kind === 'plate'
            ? ''
            : '. What is about a car is erased by a request of its own: search by its plate.'}
        </p>
      ) : null}
      <DataTable
        caption="What was found"
        rows={found.findings ?? []}
        rowKey={(finding) => finding.class}
        columns={columns}
      />
    </>
  );
}
