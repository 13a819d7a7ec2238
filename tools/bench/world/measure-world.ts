import type { FilePreview } from '@lotkeeper/contract/intake/visitors-csv';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { makeCameraFeed } from '../../../server/src/testing/cameras.factory.ts';
import { drawnDamages } from '../../../server/src/testing/damaged-messages.ts';
import { prepareVisitors } from '../csv/measure-csv.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, print } from '../place.ts';
import { startServer } from '../server.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { FileInput, MessageInput, PlateInput } from './inputs.ts';
import { listFiles, listMessages, listPlates } from './inputs.ts';

const database = 'bench_world';
const spot = 1;

/** The outcome of an input. The last three must not occur. */
const outcomes = [
  'read',
  'kept',
  'asked about',
  'refused with a message',
  'lost',
  'wrong',
  'failed',
] as const;
type Outcome = (typeof outcomes)[number];

interface Answer {
  status: number;
  body: { detail?: string; outcome?: string; fields?: Record<string, string>; url?: string };
}

async function post(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, method: 'POST' });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Judges a response that doesn't report success. */
function judgeRefusal({ status, body }: Answer): Outcome {
  return status >= 400 && status < 500 && body.detail ? 'refused with a message' : 'failed';
}

/** What a message left in the database: the keys of its plates, and whether it was stored byte for byte. */
async function readTraces(sql: Connection, feed: number) {
  const reads = await sql<{ plate_key: string }[]>`
    select r.plate_key from plate_reads r join cameras c on c.pk = r.camera_pk where c.feed_pk = ${feed}`;
  const [row] = await sql<[{ messages: number }]>`
    select count(*) as messages from camera_messages where feed_pk = ${feed}`;
  return { keys: [...new Set(reads.map((row) => row.plate_key))], messages: row.messages };
}

async function sendMessage(
  sql: Connection,
  address: string,
  input: MessageInput,
): Promise<Outcome> {
  const feed = await makeCameraFeed(sql, { pk: 1 }, input.format, {
    spot: { pk: spot },
    direction: 'Entrance',
  });
  const answer = await post(`${address}/api/ingest/cameras/${input.format}/${feed.key}`, {
    headers: { 'content-type': input.type },
    body: input.body,
  });
  if (answer.status >= 300) return judgeRefusal(answer);
  const { keys, messages } = await readTraces(sql, feed.pk);
  // If the damage may have hit the plate, the message itself contains another one.
  const isRight = drawnDamages.includes(input.kind)
    ? keys.length < 2
    : keys[0] === plateKey(input.plate);
  if (keys.length > 0) return isRight ? 'read' : 'wrong';
  return messages > 0 ? 'kept' : 'lost';
}

async function sendPlate(
  sql: Connection,
  call: (path: string, body: object) => Promise<Answer>,
  { written, plate }: PlateInput,
): Promise<Outcome> {
  const body = {
    spot,
    validation_source: 'dashboard',
    codes: [1],
    plate: written,
    state: 'AZ',
    country: 'US',
  };
  const person = { name: 'Ada King', phone: '' };
  const answer = await call('visitors/', { ...body, ...person });
  if (answer.status >= 300) {
    // A plate that a person would understand must be read.
    return plate === null ? judgeRefusal(answer) : 'lost';
  }
  if (plate === null) return 'wrong';
  const [car] =
    await sql`select from cars where organization_id = 1 and plate_key = ${plateKey(plate)}`;
  return car ? 'read' : 'wrong';
}

async function sendFile(
  address: string,
  token: string,
  call: (path: string, body: object) => Promise<Answer>,
  { name, bytes, plates, isDrawn }: FileInput,
): Promise<Outcome> {
  const upload = await post(`${address}/api/upload`, {
    headers: { authorization: `Token ${token}`, filename: name },
    body: bytes.toString('base64'),
  });
  if (upload.status >= 300) return judgeRefusal(upload);
  const answer = await call('visitors_csv/preview/', { spot, csv_url: upload.body.url });
  if (answer.status >= 300) return judgeRefusal(answer);
  const { questions, missing, columns, rows, good, refused } =
    answer.body as unknown as FilePreview;
  if (questions.length > 0 || missing.length > 0) return 'asked about';
  if (good === 0) return refused > 0 ? 'refused with a message' : 'lost';
  const at = columns.findIndex(({ field }) => field === 'plate');
  const known = new Set(plates.map(plateKey));
  const found = rows
    .filter(({ problem }) => problem === null)
    .map(({ cells }) => plateKey(cells[at] ?? ''));
  const others = found.filter((key) => !known.has(key)).length;
  return others <= (isDrawn ? 1 : 0) ? 'read' : 'wrong';
}

/** The outcomes of 500 inputs, identical in each run: camera messages, plates in a form, files. */
export async function* measureWorld(cluster: Cluster): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  const url = cluster.url(database);
  const token = await prepareVisitors(url);
  const sql = connect(url);
  const server = await startServer(url, {
    RATE_PER_PERSON: '0',
    RATE_PER_ADDRESS: '0',
    RATE_PER_KEY: '0',
  });
  const { address } = server;
  const call = (path: string, body: object) =>
    post(`${address}/api/${path}`, {
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const counts = new Map<Outcome, number>(outcomes.map((outcome) => [outcome, 0]));
  const count = (outcome: Outcome, input: string) => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (['lost', 'wrong', 'failed'].includes(outcome)) print(`${outcome}: ${input}`);
  };
  for (const input of listMessages())
    count(await sendMessage(sql, address, input), `${input.format} ${input.kind} ${input.plate}`);
  for (const input of listPlates()) count(await sendPlate(sql, call, input), JSON.stringify(input));
  let number = 0;
  for (const input of await listFiles()) {
    count(
      await sendFile(address, token, call, input),
      `file ${++number} ${input.plates.join(' ')}`,
    );
  }
  await server.stop();
  await sql.end();
  for (const [outcome, value] of counts) {
    const isWrong = ['lost', 'wrong', 'failed'].includes(outcome);
    if (isWrong) yield judged(`damaged inputs ${outcome}`, value, { most: 0, digits: 0 });
    else yield { label: `damaged inputs ${outcome}`, figure: String(value), target: '' };
  }
}
