import { getSetup, setupSteps } from '@lotkeeper/contract/platform/setup';
import { useRead } from '../../../kernel/queries.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './setup.module.css';
import { findNextStep, stepWords } from './setup-steps.ts';

/** What an Admin does next, until the set-up is ended; nothing while that isn't known. */
export function SetupPanel({ organizationId }: { organizationId: string }) {
  const { data } = useRead(getSetup, { params: { id: organizationId } });
  if (!data) return null;
  const next = findNextStep(data.done);
  return (
    <div className="ui-bottom-wide">
      <Panel
        title={`Set up: ${data.done.length} of ${setupSteps.length} done`}
        actions={
          <LinkButton to="/organization/$organizationId/setup" params={{ organizationId }}>
            {next ? 'All steps' : 'Finish'}
          </LinkButton>
        }
      >
        <p className={classes.why}>
          {next ? `Next: ${stepWords[next].title}. ${stepWords[next].why}` : 'Everything is ready.'}
        </p>
      </Panel>
    </div>
  );
}
