import type { Role } from '@lotkeeper/contract/kernel/access';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../kernel/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shows a page to those it is meant for, and tells the others why it is not theirs. */
export function ForRoles(props: {
  roles: readonly Role[];
  organization: number;
  title: string;
  /** What stands around the refusal, where the page has no shell. */
  frame?: (refusal: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const { title, frame } = props;
  const may = useMay(props.organization);
  if (may(props.roles)) return props.children;
  const refusal = <NotForRole title={title} />;
  return frame ? frame(refusal) : refusal;
}

function NotForRole({ title }: { title: string }) {
  return (
    <>
      <title>{`${title} · Lotkeeper`}</title>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          icon={<Lock size={24} />}
          title="Your role does not show this page"
          text="An Admin of your organization can change your role."
        />
      </Panel>
    </>
  );
}
