import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Recorder } from '../records/recorder.ts';
import type { DemoCodes } from './visitor-passes.ts';
import type { LotInWorld, World } from './world.ts';

const columns = ['Plate', 'State', 'Name', 'Phone'];
const refused = [
  {
    line: 8,
    reason: 'plate: This is required',
    cells: ['', 'AZ', 'Harriet Lindgren', '(480) 555-0162'],
  },
  {
    line: 15,
    reason: 'state: License PLate state is required',
    cells: ['KDM 4417', 'Arizonna', 'Owen Baptiste', ''],
  },
];

/** A visitors file that someone in the office uploaded two days ago; two of its rows were refused. */
export async function insertVisitorImport(
  { tx, organizationId: organization_id }: Recorder,
  world: World,
  { pk: spot_pk }: LotInWorld,
  codes: DemoCodes,
): Promise<void> {
  const [person] = await tx<{ pk: number }[]>`
    select person_pk as pk from affiliations
    where organization_id = ${organization_id} and role = 'EMPLOYEE' order by person_pk limit 1`;
  if (!person) return;
  const at = world.now - 2 * dayMs;
  const keys = { organization_id, spot_pk, person_pk: person.pk, code_pk: codes.staff };
  const file = {
    file_name: 'library-volunteers.csv',
    encoding: 'utf-8',
    delimiter: ',',
    line_break: '\n',
    columns,
    text_bytes: 1184,
    done_bytes: 1184,
    done_lines: 24,
  };
  const end = { state: 'done', beat_at: at, started_at: at, finished_at: at };
  const row = { ...keys, ...file, ...end, grant_kind: 'always', added: 19, updated: 2, refused: 2 };
  const [visitorImport] = await tx<[{ pk: number }]>`
    insert into visitor_imports ${tx.values(row)} returning pk`;
  for (const refusedRow of refused) {
    const key = { organization_id, import_pk: visitorImport.pk };
    await tx`insert into refused_visitor_rows ${tx.values({ ...key, ...refusedRow })}`;
  }
}
