import { History } from 'lucide-react';
import { LinkButton } from '../../../shared/link-button.tsx';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useHistoryImports } from './history.api.ts';
import classes from './history.module.css';
import { HistoryForm } from './history-form.tsx';
import { ImportsPanel } from './imports-panel.tsx';

/** Brings in what another system recorded before. */
export function HistoryPage({ organizationId }: { organizationId: string }) {
  const imports = useHistoryImports(organizationId);
  return (
    <WithReportSpots
      organizationId={organizationId}
      title="Import History"
      panel={{
        title: 'Imports',
        columns: 3,
        icon: History,
        text: 'Rentals, payments and monthly drivers of another system are imported for a property.',
      }}
    >
      {(spots) => (
        <>
          <PageHeader
            title="Import History"
            subtitle="Rentals, payments, refunds and monthly drivers from another system"
            actions={
              <LinkButton to="/organization/$organizationId/ledger" params={{ organizationId }}>
                Ledger
              </LinkButton>
            }
          />
          <div className={classes.page}>
            <Panel title="Choose a file">
              <HistoryForm {...{ organizationId, spots }} />
            </Panel>
            <ImportsPanel {...{ organizationId, imports }} />
          </div>
        </>
      )}
    </WithReportSpots>
  );
}
