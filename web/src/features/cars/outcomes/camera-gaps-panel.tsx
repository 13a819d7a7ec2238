import { formatMissed, formatMissedCost, sumMissed } from '@lotkeeper/contract/cars/missed-cars';
import type { CameraGap, CameraGaps } from '@lotkeeper/contract/cars/outcomes';
import {
  cameraGapCostMethod,
  cameraGapKinds,
  cameraGapMethods,
  maxSingleDays,
} from '@lotkeeper/contract/cars/outcomes';
import { Link } from '@tanstack/react-router';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { describeSubject, describeTimes } from './camera-gaps.rules.ts';
import classes from './outcomes.module.css';

const title = 'What cameras missed';

const kindLabels = { silent: 'Silent', fewer: 'Fewer than usual', one_sided: 'One side only' };

const listColumns = (withSpots: boolean): DataColumn<CameraGap>[] => [
  {
    key: 'camera',
    header: 'Camera',
    primary: true,
    render: (gap) => <UserText>{describeSubject(gap)}</UserText>,
  },
  ...(withSpots
    ? [
        {
          key: 'spot',
          header: 'Property',
          isDetail: true,
          render: ({ spot }: CameraGap) => <UserText>{spot.name}</UserText>,
        },
      ]
    : []),
  { key: 'when', header: 'When', render: describeTimes },
  { key: 'kind', header: 'What', isWideOnly: true, render: ({ kind }) => kindLabels[kind] },
  { key: 'cars', header: 'Cars missed', align: 'right', render: formatMissed },
  { key: 'lost', header: 'Probably cost', align: 'right', render: formatMissedCost },
];

const reasonTexts = {
  no_direction: 'a camera has no direction',
  one_side: 'it has cameras at the entrance or the exit only',
} as const;

interface CameraGapsPanelProps {
  organizationId: string;
  /** null = more days than can be asked for. */
  query: QueryLike<CameraGaps> | null;
  withSpots: boolean;
}

/** When cameras missed cars, how many, what that probably cost, and how it's counted. */
export function CameraGapsPanel({ organizationId, query, withSpots }: CameraGapsPanelProps) {
  if (query === null) {
    return (
      <Panel title={title}>
        <p className="ui-dimmed">
          Choose up to {maxSingleDays} days to see when cameras missed cars, and what that probably
          cost.
        </p>
      </Panel>
    );
  }
  const { gaps = [] } = query.data ?? {};
  const total = sumMissed(gaps);
  return (
    <DataPanel
      title={title}
      actions={
        gaps.length > 1 && total.cars_high > 0 ? (
          <output>
            About {formatMissed(total)} cars, {formatMissedCost(total)}
          </output>
        ) : undefined
      }
      flush
      grows
      query={query}
      skeleton={<TableSkeleton rows={2} columns={5} />}
      isEmpty={(data) => data.gaps.length === 0 && data.unjudged.length === 0}
      empty={{
        title: 'Nothing missed',
        text: 'On these days the cameras saw as many cars as they usually do.',
      }}
    >
      {(data) => (
        <>
          {data.gaps.length > 0 ? (
            <DataTable
              caption={title}
              rows={data.gaps}
              rowKey={({ spot, camera, direction, start }) =>
                `${spot.pk} ${camera} ${direction} ${start}`
              }
              columns={listColumns(withSpots)}
            />
          ) : null}
          <Unjudged organizationId={organizationId} unjudged={data.unjudged} />
          <details className={classes.method}>
            <summary>How is this counted?</summary>
            {cameraGapKinds.map((kind) => (
              <p key={kind}>{cameraGapMethods[kind]}</p>
            ))}
            <p>{cameraGapCostMethod}</p>
          </details>
        </>
      )}
    </DataPanel>
  );
}

/** Properties whose entrance and exit can't be compared, and what they need. */
function Unjudged(props: { organizationId: string; unjudged: CameraGaps['unjudged'] }) {
  const { organizationId, unjudged } = props;
  if (unjudged.length === 0) return null;
  return (
    <div className={classes.method}>
      <p>
        At some properties entrance and exit can’t be compared.{' '}
        <Link to="/organization/$organizationId/$page" params={{ organizationId, page: 'cameras' }}>
          Set up cameras
        </Link>
      </p>
      <ul className="ui-list">
        {unjudged.map(({ spot, reason }) => (
          <li key={spot.pk}>
            <UserText>{spot.name}</UserText>: {reasonTexts[reason]}
          </li>
        ))}
      </ul>
    </div>
  );
}
