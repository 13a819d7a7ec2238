import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { getSetup, SetupStep } from '@lotkeeper/contract/platform/setup';
import { setupSteps } from '@lotkeeper/contract/platform/setup';
import { linkOptions } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
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
    <ol className="ui-divided">
      {setupSteps.map((step) => {
        const isDone = setup.done.includes(step);
        const { title, why } = stepWords[step];
        const Icon = isDone ? CircleCheck : Circle;
        return (
          <li key={step} className={classes.step} data-done={isDone || undefined}>
            <Icon size={20} aria-label={isDone ? 'Done' : 'To do'} className={classes.icon} />
            <div className={classes.words}>
              <h2 className={classes.title}>{title}</h2>
              {isDone ? null : <p className={classes.why}>{why}</p>}
              {step === 'messages' ? (
                <MessageTests organizationId={organizationId} sends={setup.sends} />
              ) : null}
            </div>
            <div className={classes.action}>
              <StepLinks step={step} organizationId={organizationId} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The pages where a step is taken. */
function listPages(step: SetupStep, organizationId: string) {
  const params = { organizationId };
  const pages = {
    property: [linkOptions({ to: '/organization/$organizationId/new-property', params })],
    prices: [
      linkOptions({ to: '/organization/$organizationId/spots', params, search: { view: 'list' } }),
    ],
    people: [linkOptions({ to: '/organization/$organizationId/team', params })],
    messages: [],
    payouts: [linkOptions({ to: '/organization/$organizationId/payouts', params })],
    arrivals: [
      linkOptions({ to: '/organization/$organizationId/cameras', params }),
      linkOptions({ to: '/organization/$organizationId/api-keys', params }),
    ],
    records: [
      linkOptions({ to: '/organization/$organizationId/ledger', params }),
      linkOptions({ to: '/organization/$organizationId/history', params }),
    ],
  };
  return pages[step];
}

const pageLabels: Readonly<Record<SetupStep, readonly string[]>> = {
  property: ['Add property'],
  prices: ['Properties'],
  people: ['Team'],
  messages: [],
  payouts: ['Payouts'],
  arrivals: ['Cameras', 'API Keys'],
  records: ['Ledger', 'Import History'],
};

function StepLinks({ step, organizationId }: { step: SetupStep; organizationId: string }) {
  const form = step === 'property' ? findExternalForm(organizationId) : null;
  const [first] = pageLabels[step];
  if (form)
    return (
      <Button component="a" variant="default" href={form} target="_blank" rel="noopener noreferrer">
        {first}
      </Button>
    );
  return listPages(step, organizationId).map((page, index) => (
    <LinkButton key={page.to} size="compact-sm" {...page}>
      {pageLabels[step][index]}
    </LinkButton>
  ));
}
