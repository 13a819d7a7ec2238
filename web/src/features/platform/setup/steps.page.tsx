import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { endSetup, getSetup, setupSteps } from '@lotkeeper/contract/platform/setup';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { StepList } from './step-list.tsx';

/** What an organization needs before its own figures are here, each step with where it's taken. */
export function StepsPage(props: { organizationId: string; onEnd: () => void }) {
  const { organizationId, onEnd } = props;
  const params = { id: organizationId };
  const { data: organization } = useRead(getOrganization, { params });
  const setup = useRead(getSetup, { params });
  const end = useSend(endSetup, [getOrganization]);
  const isComplete = setup.data?.done.length === setupSteps.length;
  return (
    <>
      <PageHeader
        title="Set up"
        subtitle={[
          organization?.name,
          setup.data && `${setup.data.done.length} of ${setupSteps.length} done`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          organization?.is_set_up === false ? (
            <Button
              variant={isComplete ? 'filled' : 'default'}
              loading={end.isPending}
              onClick={() => end.mutate({ params }, { onSuccess: onEnd })}
            >
              {isComplete ? 'Finish' : 'Don’t show this anymore'}
            </Button>
          ) : undefined
        }
      />
      <FormFailure error={end.error} />
      <DataPanel query={setup} skeleton={<TableSkeleton rows={setupSteps.length} columns={2} />}>
        {(data) => <StepList organizationId={organizationId} setup={data} />}
      </DataPanel>
    </>
  );
}
