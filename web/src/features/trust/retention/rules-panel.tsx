import type { RetentionRule } from '@lotkeeper/contract/trust/retention';
import { listRetentionRules } from '@lotkeeper/contract/trust/retention';
import { formatKeepDays, retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import classes from './retention.module.css';
import { RuleDialog } from './rule-dialog.tsx';

const columnsFor = (onChange: (rule: RetentionRule) => void): DataColumn<RetentionRule>[] => [
  {
    key: 'class',
    header: 'Data',
    primary: true,
    render: (rule) => (
      <span>
        {retentionTexts[rule.class].label}
        <span className={classes.hint}>{retentionTexts[rule.class].hint}</span>
      </span>
    ),
  },
  { key: 'kept', header: 'Kept for', render: (rule) => formatKeepDays(rule.keep_days) },
  {
    key: 'changed',
    header: 'Changed',
    isWideOnly: true,
    render: (rule) =>
      rule.changed_at === null
        ? 'Never'
        : `${formatAgo(rule.changed_at, now())} by ${rule.changed_by}`,
  },
  actionsColumn<RetentionRule>((rule) => (
    <RowButton
      action="Change"
      subject={retentionTexts[rule.class].label}
      onClick={() => onChange(rule)}
    />
  )),
];

export function RulesPanel({ organizationId }: { organizationId: string }) {
  const rules = useRead(listRetentionRules, { params: { id: organizationId } });
  const [changed, setChanged] = useState<RetentionRule | null>(null);
  return (
    <>
      <DataPanel
        title="How long data is kept"
        flush
        query={rules}
        grows
        skeleton={<TableSkeleton rows={6} columns={4} />}
      >
        {(rows) => (
          <>
            <DataTable
              caption="How long data is kept"
              rows={rows}
              rowKey={(rule) => rule.class}
              columns={columnsFor(setChanged)}
            />
            <p className="ui-foot">
              Rentals, payments, violations, and the audit log are never deleted. Evidence of open
              violations, of violations of the last 180 days, of open disputes, and of what is on
              hold is kept too.
            </p>
          </>
        )}
      </DataPanel>
      {changed ? (
        <RuleDialog
          organizationId={organizationId}
          rule={changed}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </>
  );
}
