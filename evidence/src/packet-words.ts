import type { ProvedRow } from './packet-rows.ts';
import type { Verdict } from './verify-packet.ts';

/** What a packet proves; the page and the command use the same text. */
export const packetShows = [
  'Each sealed row existed in this form when its day was sealed, and hasn’t been changed since.',
  'The images have the bytes that the rows name.',
  'The files are the ones that the operator’s installation signed when it made the packet.',
] as const;

/** What a packet can't prove (docs/evidence.md). */
export const packetDoesNotShow = [
  'That what a row says is true: a camera can misread, and a person can enter something wrong.',
  'That a row existed at the time it names, only that it did when its day was sealed.',
  'That nothing was left out: the packet has the rows that the operator chose.',
  'When a day was sealed by any clock but the operator’s.',
  'That the operator didn’t sign another statement for the same day. Someone who received an earlier one can see it.',
  'That evidence.pdf and evidence.json describe the rows correctly: they are signed, and only the rows are sealed.',
] as const;

/** Computing can't verify who owns a key. */
export const compareKeys =
  'Compare the fingerprint with the one that the operator handed out. Anyone can make a packet with a key of their own.';

const verdictWords: Record<Verdict['verdict'], { title: string; text: string }> = {
  proved: { title: 'Proved', text: 'Nothing was changed, and every row is sealed.' },
  'proved in part': {
    title: 'Proved in part',
    text: 'Nothing was changed, but not everything in the packet is sealed.',
  },
  failed: {
    title: 'Failed',
    text: 'This packet proves nothing. Ask the operator for it again.',
  },
  unreadable: {
    title: 'Not readable',
    text: 'This isn’t an evidence packet, or not all of it. Ask for the ZIP as it was downloaded.',
  },
};

const nothingSealed = {
  title: 'Nothing proved yet',
  text: 'The packet is as it was signed, but none of its rows is sealed yet.',
};

/** The title and explanation of a verdict. */
export const describeVerdict = (verdict: Verdict): { title: string; text: string } =>
  verdict.verdict === 'proved in part' && verdict.proved.length === 0
    ? nothingSealed
    : verdictWords[verdict.verdict];

/** Describes a row's proof. */
export const describeProof = ({ seal, day }: Pick<ProvedRow, 'seal' | 'day'>): string =>
  `existed in this form when seal ${seal} of ${day} was made`;
