import type { Role } from '@lotkeeper/contract/kernel/access';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasRole } from '../kernel/session.tsx';
import { SupportEmail } from '../shared/support-email.tsx';
import { EmptyState } from '../ui/data/states.tsx';
import { Button } from '../ui/form/button.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { Panel } from '../ui/frame/panel.tsx';

/** Shows a page to the roles it's meant for, and everyone else the reason why they can't see it. */
export function ForRoles(props: {
  roles: readonly Role[];
  organization: number;
  title: string;
  /** The name of the organization or property that it's about. */
  subtitle?: string;
  /** Wraps the refusal on pages without a shell. */
  frame?: (refusal: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const { title, subtitle, frame } = props;
  const hasRole = useHasRole(props.organization);
  if (hasRole(props.roles)) return props.children;
  const refusal = <NotForRole {...{ title, subtitle }} forStaff={props.roles.length === 0} />;
  return frame ? frame(refusal) : refusal;
}

/** Pages without roles are for superusers: an Admin can't grant access to them. */
const refusals = {
  staff: {
    title: 'This page is for Lotkeeper support',
    text: (
      <>
        It isn’t part of any role in your organization. If you need a change here, ask{' '}
        <SupportEmail fallback="support" />.
      </>
    ),
  },
  role: {
    title: 'Your role doesn’t include this page',
    text: 'An Admin of your organization can change your role.',
  },
} as const;

function NotForRole(props: { title: string; subtitle: string | undefined; forStaff: boolean }) {
  const refusal = refusals[props.forStaff ? 'staff' : 'role'];
  return (
    <>
      <PageHeader title={props.title} subtitle={props.subtitle} />
      <Panel>
        <EmptyState
          icon={Lock}
          {...refusal}
          action={
            <Button component="a" href="/" variant="default">
              Go to your properties
            </Button>
          }
        />
      </Panel>
    </>
  );
}
