import { listCameraMistakes } from '@lotkeeper/contract/cars/camera-mistakes';
import { getOutcomes } from '@lotkeeper/contract/cars/outcomes';
import type { DeskFinding, DeskItem, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  getDeskFigures,
  previewDeskFindings,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import { useEffect, useState } from 'react';
import { cancelReads, markStale, useSend } from '../../../kernel/queries.ts';
import type { DialogVerdict } from './desk-actions.tsx';
import { verdictWords } from './desk-words.ts';

/** A decision that can be undone. */
export interface LastDecision {
  decision: number;
  visit: number;
  plate: string;
  state: string | null;
  verdict: DeskVerdict;
}

const changedReads = [getOutcomes, getDeskFigures, listCameraMistakes];

const conflict = 409;

/** The visit that the desk shows, and what can be done about it. */
export function useDesk(organizationId: string, spot: number | null) {
  const taking = useSend(takeDeskItem);
  const deciding = useSend(decideDeskItem, changedReads);
  const undoing = useSend(undoDeskDecision, changedReads);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [last, setLast] = useState<LastDecision | null>(null);
  const [news, setNews] = useState('');
  const [missedKey, setMissedKey] = useState<string | null>(null);
  const [dialog, setDialog] = useState<DialogVerdict | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const params = { id: organizationId };
  const take = (without: readonly number[], visit?: number) => {
    setUnderWay(true);
    taking.mutate({ params, body: { spot, skipped: [...without], ...(visit && { visit }) } });
  };
  const { mutate } = taking;
  useEffect(() => {
    mutate({ params: { id: organizationId }, body: { spot, skipped: [] } });
  }, [mutate, organizationId, spot]);
  const decide = (item: DeskItem, finding: DeskFinding) => {
    setMissedKey(null);
    // It would be refused once the decision is made.
    cancelReads(previewDeskFindings);
    deciding.mutate(
      { params: { ...params, visit: item.visit }, body: finding },
      {
        onSuccess: ({ decision }) => {
          const { visit, plate, state } = item;
          setLast({ decision, visit, plate, state, verdict: finding.verdict });
          setNews(`${plate} ${verdictWords[finding.verdict].done}.`);
          take(skipped);
        },
        onError: ({ status }) => {
          setLast(null);
          setNews('');
          if (status === conflict) take(skipped);
          else markStale([previewDeskFindings]);
        },
        onSettled: () => setDialog(null),
      },
    );
  };
  const skip = ({ visit }: DeskItem) => {
    setMissedKey(null);
    const without = [...skipped, visit];
    setSkipped(without);
    take(without);
  };
  const back = () => {
    const [without, previous] = [skipped.slice(0, -1), skipped.at(-1)];
    setSkipped(without);
    take(without, previous);
  };
  const undo = (decision: LastDecision) =>
    undoing.mutate(
      { params: { ...params, visit: decision.visit }, body: { decision: decision.decision } },
      {
        onSuccess: ({ visit }) => {
          setLast(null);
          setNews(`Undone: ${decision.plate} waits again.`);
          setMissedKey(null);
          take(skipped, visit);
        },
      },
    );
  const startOver = () => {
    setSkipped([]);
    take([]);
  };
  return {
    taking: { ...taking, isFetching: taking.isPending, refetch: () => take(skipped) },
    isBusy: taking.isPending || deciding.isPending || undoing.isPending,
    failure: deciding.error ?? undoing.error,
    /** Whether this isn't the first car. */
    isUnderWay,
    last,
    /** What was done last, and a key that did nothing. */
    news: missedKey ? `${news} ${missedKey} came too early and did nothing: press it again.` : news,
    /** Notes a key that could do nothing yet. */
    miss: (key: string) => setMissedKey(key.length === 1 ? key.toUpperCase() : key),
    dialog,
    setDialog,
    isDeciding: deciding.isPending,
    decide,
    skip,
    /** null = nothing was skipped. */
    back: skipped.length > 0 ? back : null,
    undo,
    startOver,
  };
}
