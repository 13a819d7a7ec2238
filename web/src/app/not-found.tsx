import { SearchX } from 'lucide-react';
import { LinkButton } from '../shared/link-button.tsx';
import { EmptyState } from '../ui/data/states.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { Panel } from '../ui/frame/panel.tsx';
import classes from './page.module.css';

export function NotFoundPage() {
  return (
    <main className={classes.bare}>
      <NotFound />
    </main>
  );
}

/** Like `NotFoundPage`, for pages that already have their main landmark. */
export function NotFound({ title = 'Page not found' }: { title?: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          icon={SearchX}
          title="Check the URL"
          text="It may be mistyped, or belong to an organization that you aren’t in."
          action={<LinkButton to="/">Go to your properties</LinkButton>}
        />
      </Panel>
    </>
  );
}
