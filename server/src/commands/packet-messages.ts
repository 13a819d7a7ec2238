import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import {
  compareKeys,
  describeProof,
  describeVerdict,
  packetDoesNotShow,
  packetShows,
} from '@lotkeeper/evidence/packet-words';
import type { PacketOrigin, Verdict } from '@lotkeeper/evidence/verify-packet';

const describeTime = (at: number | null) => (at === null ? '' : `, ${toIso(instant(at))}`);

function* listOriginLines({ organization, made_at, keys, areKeysExpected }: PacketOrigin) {
  yield `Organization: ${organization}`;
  yield `Made at: ${made_at}`;
  for (const key of keys) yield `Signed with the key: ${key}`;
  if (!areKeysExpected) yield `${compareKeys} With --key this is compared for you.`;
}

/** Formats a verdict as lines of plain text. */
export function* listVerdictLines(verdict: Verdict): Generator<string> {
  const { title, text } = describeVerdict(verdict);
  yield `${title}: ${text}`;
  if ('findings' in verdict) {
    for (const { message } of verdict.findings) yield `  ${message}`;
    return;
  }
  const { origin, proved, unsealed, images, missingImages } = verdict;
  yield* listOriginLines(origin);
  yield '';
  for (const row of proved) {
    yield `${row.name} (${row.summary}${describeTime(row.at)})`;
    yield `  ${describeProof(row)} at ${row.sealed_at}`;
  }
  for (const row of unsealed)
    yield `${row.name} (${row.summary}${describeTime(row.at)}) is not sealed yet`;
  for (const { name, rows, isProved } of images) {
    const use = rows.length > 0 ? `named by ${rows.join(', ')}` : 'not named by any row';
    yield `${name}: ${use}${isProved || rows.length === 0 ? '' : ', not sealed yet'}`;
  }
  for (const { sha256, rows } of missingImages)
    yield `image ${sha256}: not in the packet, named by ${rows.join(', ')}`;
  yield '';
  yield 'This shows:';
  for (const fact of packetShows) yield `- ${fact}`;
  yield 'It doesn’t show:';
  for (const limit of packetDoesNotShow) yield `- ${limit}`;
}
