import type {
  Confidence,
  LocalIntelligence,
} from '@lotkeeper/contract/operations/local-intelligence';
import { getLocalIntelligence } from '@lotkeeper/contract/operations/local-intelligence';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { ReactNode } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import type { EmptyStateProps } from '../../../ui/data/states.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { certainties } from './local-intelligence.rules.ts';

/** A panel of the page; all panels share one read. */
export function IntelligencePanel(props: {
  title: string;
  spot: SpotSummary;
  /** The empty state to show instead of the children; null when there is data. */
  empty: (data: LocalIntelligence) => EmptyStateProps | null;
  children: (data: LocalIntelligence) => ReactNode;
}) {
  const read = useRead(getLocalIntelligence, { query: { spot: String(props.spot.pk) } });
  return (
    <DataPanel
      title={props.title}
      query={read}
      silentRefetch
      grows
      skeleton={<Bone height="16rem" />}
    >
      {({ data }) => {
        const empty = props.empty(data);
        return empty ? <EmptyState {...empty} /> : props.children(data);
      }}
    </DataPanel>
  );
}

export function Certainty({ confidence }: { confidence: Confidence }) {
  return <Tag tone="gray">{certainties[confidence]}</Tag>;
}
