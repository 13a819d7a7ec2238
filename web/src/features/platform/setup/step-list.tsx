import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { getSetup, SetupStep } from '@lotkeeper/contract/platform/setup';
import { setupSteps } from '@lotkeeper/contract/platform/setup';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../shared/link-button.tsx';
import { findExternalForm } from '../../../shared/property-links.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { MessageTests } from './message-tests.tsx';
import classes from './setup.module.css';
import { stepWords } from './setup-steps.ts';

type Setup = AnswerOf<typeof getSetup>;

/** Every step with why it's there, whether it's done, and where it's taken. */
export function StepList({ organizationId, setup }: { organizationId: string; setup: Setup }) {
  return (
    <ol className={classes.steps}>
      {setupSteps.map((step) => {
        const isDone = setup.done.includes(step);
        const { title, why } = stepWords[step];
        const Icon = isDone ? CircleCheck : Circle;
        return (
          <li key={step} className={classes.step} data-done={isDone || undefined}>
            <Icon size={20} aria-label={isDone ? 'Done' : 'To do'} className={classes.icon} />
            <div className={classes.words}>
              <h2 className={classes.title}>{title}</h2>
              <p className={classes.why}>{why}</p>
              {step === 'messages' ? (
                <MessageTests organizationId={organizationId} sends={setup.sends} />
              ) : null}
            </div>
            <div className={classes.action}>
              <StepAction
                step={step}
                organizationId={organizationId}
                hasProperty={setup.done.includes('property')}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface StepActionProps {
  step: SetupStep;
  organizationId: string;
  hasProperty: boolean;
}

function StepAction({ step, organizationId, hasProperty }: StepActionProps): ReactNode {
  const params = { organizationId };
  switch (step) {
    case 'property': {
      const form = findExternalForm(organizationId);
      return form ? (
        <Button
          component="a"
          variant="default"
          href={form}
          target="_blank"
          rel="noopener noreferrer"
        >
          Add property
        </Button>
      ) : (
        <LinkButton to="/organization/$organizationId/new-property" params={params}>
          Add property
        </LinkButton>
      );
    }
    case 'prices':
      return hasProperty ? (
        <LinkButton
          to="/organization/$organizationId/spots"
          params={params}
          search={{ view: 'list' }}
        >
          Properties
        </LinkButton>
      ) : null;
    case 'people':
      return (
        <LinkButton to="/organization/$organizationId/team" params={params}>
          Team
        </LinkButton>
      );
    case 'payouts':
      return (
        <LinkButton to="/organization/$organizationId/payouts" params={params}>
          Payouts
        </LinkButton>
      );
    case 'arrivals':
      return (
        <>
          <LinkButton to="/organization/$organizationId/cameras" params={params}>
            Cameras
          </LinkButton>
          <LinkButton to="/organization/$organizationId/api-keys" params={params}>
            API keys
          </LinkButton>
        </>
      );
    case 'records':
      return (
        <LinkButton to="/organization/$organizationId/ledger" params={params}>
          Ledger
        </LinkButton>
      );
    case 'messages':
      return null;
  }
}
