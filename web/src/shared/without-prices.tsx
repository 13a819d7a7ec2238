import { withoutPrices } from '@lotkeeper/contract/platform/spots';
import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../ui/data/states.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { Panel } from '../ui/frame/panel.tsx';
import { EditPropertyButton } from './property-links.tsx';

/** A page that needs prices, for a property without any. */
export function WithoutPrices(props: {
  title: string;
  icon: LucideIcon;
  spot: { organization: number; pk: number };
}) {
  const { title, icon, spot } = props;
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          icon={icon}
          title={withoutPrices.title}
          text={withoutPrices.text}
          action={<EditPropertyButton spot={spot} />}
        />
      </Panel>
    </>
  );
}
