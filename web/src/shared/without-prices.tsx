import { withoutPrices } from '@lotkeeper/contract/spots';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

/** A page that needs prices, at a property without any. */
export function WithoutPrices({ title, icon }: { title: string; icon: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState icon={icon} title={withoutPrices.title} text={withoutPrices.text} />
      </Panel>
    </>
  );
}
