import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import {
  kioskMessages,
  kioskRules,
  listWaitingVisitors,
  validateVisitor,
} from '@lotkeeper/contract/operations/kiosks';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { useState } from 'react';
import { formatAgo } from '../../../kernel/format.ts';
import { useLiveEvent } from '../../../kernel/live.ts';
import { markStale, useRead, useSend } from '../../../kernel/queries.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { describeForStaff } from './kiosk.api.ts';
import { formatRegion, useValidating } from './validating.tsx';
import { ValidationDialog } from './validation-dialog.tsx';

const lengths = [
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
  { value: '240', label: '4 hours' },
  { value: 'day', label: 'Until a day' },
] as const;
type Length = (typeof lengths)[number]['value'];

const outcomes = { done: '', failed: '' };

/** The plates that wait for validation at a property, to validate them at the front desk. */
export function WaitingRequests({ spot }: { spot: SpotSummary }) {
  const waiting = useRead(listWaitingVisitors, { params: { id: String(spot.pk) } });
  // The desk may be looking at another window when a guest asks.
  useLiveEvent(spot.pk, 'server:newVisitor', () => markStale([listWaitingVisitors]));
  const moment = useMoment(30);
  const [length, setLength] = useState<Length>(`${kioskRules.defaultMinutes}`);
  const [outcome, setOutcome] = useState(outcomes);
  const send = useSend(validateVisitor, [listWaitingVisitors, listVisitors]);
  const kiosk = describeForStaff(spot);
  const validating = useValidating(
    {
      send,
      source: 'dashboard',
      kiosk,
      length: length === 'day' ? { calendar: 'true' } : { minutes: Number(length) },
    },
    {
      onDone: (done) => setOutcome({ ...outcomes, done }),
      onFailed: (failed) => {
        setOutcome({ ...outcomes, failed });
        // Somebody else may have validated them.
        markStale([listWaitingVisitors]);
      },
    },
  );
  const validate = (visitor: WaitingVisitor) => {
    setOutcome(outcomes);
    validating.tap(visitor);
  };
  const pending = send.isPending ? send.variables.body.visitor_pk : null;
  return (
    <div>
      <Notice text={outcome.done} />
      <FailureText>{outcome.failed}</FailureText>
      <TablePanel
        query={waiting}
        title="Waiting for validation"
        actions={
          <Segments label="Valid for" options={lengths} chosen={length} onChange={setLength} />
        }
        silentRefetch
        skeletonRows={2}
        caption="Visitors waiting for validation"
        rowKey={({ pk }) => pk}
        columns={createColumns(moment, pending, validate)}
        empty={{ title: kioskMessages.empty }}
      />
      {validating.visitor ? (
        <ValidationDialog kiosk={kiosk} visitor={validating.visitor} validating={validating} />
      ) : null}
    </div>
  );
}

const createColumns = (
  moment: number,
  pending: number | null,
  onValidate: (visitor: WaitingVisitor) => void,
): DataColumn<WaitingVisitor>[] => [
  {
    key: 'plate',
    header: 'License Plate',
    primary: true,
    render: (visitor) => <Plate plate={visitor.car_details.plate} state={formatRegion(visitor)} />,
  },
  { key: 'asked', header: 'Asked', render: ({ asked_at }) => formatAgo(asked_at, moment) },
  actionsColumn((visitor) => (
    <RowButton
      action="Validate"
      subject={visitor.car_details.plate}
      loading={visitor.pk === pending}
      onClick={() => onValidate(visitor)}
    />
  )),
];
