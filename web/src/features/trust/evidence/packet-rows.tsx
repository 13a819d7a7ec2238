import type { PacketRow, ProvedRow } from '@lotkeeper/evidence/packet-rows';
import { formatCount } from '../../../kernel/format.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { formatIso, formatMillis, formatSealedDay } from './packet-times.ts';
import classes from './verify.module.css';

/** Further rows are verified too, and counted below the list. */
const maxListedRows = 200;

function Row({ row, children }: { row: PacketRow; children: React.ReactNode }) {
  return (
    <li>
      <p className="ui-strong">
        {row.name[0]?.toUpperCase()}
        {row.name.slice(1)}
      </p>
      <p>
        {row.summary}
        {row.at === null ? null : <span className={classes.quiet}> · {formatMillis(row.at)}</span>}
      </p>
      {children}
    </li>
  );
}

function MoreRows({ count }: { count: number }) {
  return count > maxListedRows ? (
    <p className={classes.quiet}>
      {formatCount(count - maxListedRows)} more rows were verified too. npm run evidence:verify
      lists them all.
    </p>
  ) : null;
}

/** Sealed rows, each with the time of its seal. */
export function ProvedRows({ rows }: { rows: readonly ProvedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Rows proved">
      <ul className={classes.rows}>
        {rows.slice(0, maxListedRows).map((row) => (
          <Row key={`${row.seal} ${row.name}`} row={row}>
            <p>
              <Tag tone="green">Sealed</Tag> Existed in this form when seal {row.seal} of{' '}
              {formatSealedDay(row.day)} was made: {formatIso(row.sealed_at)}
            </p>
          </Row>
        ))}
      </ul>
      <MoreRows count={rows.length} />
    </Panel>
  );
}

export function UnsealedRows({ rows }: { rows: readonly PacketRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Rows not sealed yet">
      <p className={classes.quiet}>
        A day is sealed about an hour after it is over. Ask for the packet again then.
      </p>
      <ul className={classes.rows}>
        {rows.slice(0, maxListedRows).map((row) => (
          <Row key={row.name} row={row}>
            <p>
              <Tag tone="amber">Not sealed</Tag>
            </p>
          </Row>
        ))}
      </ul>
      <MoreRows count={rows.length} />
    </Panel>
  );
}
