import type { Confidence, LocalIntelligence } from '@lotkeeper/contract/local-intelligence';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import type { ReactNode } from 'react';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { Tag } from '../../ui/frame/tag.tsx';
import { useLocalIntelligence } from './local-intelligence.api.ts';
import { certainties } from './local-intelligence.rules.ts';

/** A panel of the page; all are drawn from one read, which the first of them makes. */
export function IntelligencePanel(props: {
  title: string;
  spot: SpotSummary;
  empty: (data: LocalIntelligence) => ReactNode | null;
  children: (data: LocalIntelligence) => ReactNode;
}) {
  const read = useLocalIntelligence(props.spot);
  return (
    <DataPanel
      title={props.title}
      query={read}
      silentRefetch
      grows
      skeleton={<Bone height="16rem" />}
      empty={({ data }) => props.empty(data)}
    >
      {({ data }) => props.children(data)}
    </DataPanel>
  );
}

/** How sure something is, as a word. */
export function Certainty({ confidence }: { confidence: Confidence }) {
  const { label, tone } = certainties[confidence];
  return <Tag tone={tone}>{label}</Tag>;
}
