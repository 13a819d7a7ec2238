import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { Story } from '@lotkeeper/contract/trust/stories';
import { formatStoryDay } from '@lotkeeper/contract/trust/story-sums';
import { readStatement } from '@lotkeeper/evidence/day-statements';
import type { PacketProof } from '@lotkeeper/evidence/evidence-packets';
import type { Person } from '../../../kernel/access/scope.ts';
import type { LocationRow } from './evidence.queries.ts';
import type { PacketImage } from './packet-images.ts';

/** The subject of a requested packet. */
export interface PacketSubject {
  record: Story['record'];
  pk: number;
}

/** The content of a packet. */
export interface Packet {
  subject: PacketSubject;
  story: Story;
  location: LocationRow;
  timezone: TimeZone;
  maker: Pick<Person, 'pk' | 'first_name' | 'last_name' | 'superuser'>;
  madeAt: Instant;
  images: readonly PacketImage[];
  proof: PacketProof;
  /** The fingerprint of the key that signs the packet. */
  fingerprint: string;
  /** Where anyone can verify it. */
  verifyUrl: string;
}

export const recordNames: Record<PacketSubject['record'], string> = {
  rental: 'rental',
  visit: 'visit',
  violation: 'violation',
  entry: 'ledger entry',
};

/** The subject of a packet as text: 'rental of ABC123'; with its number if no plate is known. */
export function nameSubject({ subject, story }: Pick<Packet, 'subject' | 'story'>): string {
  const name = recordNames[subject.record];
  return story.car ? `${name} of ${story.car.plate}` : `${name} ${subject.pk}`;
}

/** Such as `evidence-ABC123-2026-11-25`. */
export function nameFile({ subject, story }: Pick<Packet, 'subject' | 'story'>, day: LocalDate) {
  const plate = story.car?.plate.replace(/[^\p{L}\p{N}]+/gu, '').slice(0, 20);
  return `evidence-${plate || `${recordNames[subject.record].replace(' ', '-')}-${subject.pk}`}-${day}`;
}

/** Who created the packet, for people. */
export const nameMaker = ({ maker }: Pick<Packet, 'maker'>): string =>
  `${maker.first_name} ${maker.last_name}`.trim() + (maker.superuser ? ' (Superuser)' : '');

/** The packet for programs: the story, the subject, and who created it. */
export function writeEvidence(packet: Omit<Packet, 'verifyUrl' | 'fingerprint' | 'proof'>): string {
  const { subject, story, location, timezone, maker, madeAt, images } = packet;
  const { address_line1, city, state } = location;
  return JSON.stringify(
    {
      format: 'lotkeeper evidence 1',
      made_at: toIso(madeAt),
      made_by: { pk: maker.pk, name: nameMaker({ maker }) },
      subject,
      organization: { uuid: location.organization_uuid, name: location.organization_name },
      property: {
        uuid: location.property_uuid,
        name: location.property_name,
        address: { address_line1, city, state },
        timezone,
      },
      story,
      images: images.map(({ name, sha256, media_type, taken_at, state }) => ({
        name,
        sha256,
        media_type,
        taken_at: toIso(taken_at),
        state,
      })),
    },
    null,
    2,
  );
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const joinDays = (days: readonly string[]): string => {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  return first === last
    ? ` on ${formatStoryDay(first)}`
    : ` between ${formatStoryDay(first)} and ${formatStoryDay(last)}`;
};

/** What the packet's proof shows. */
export function describeProof({ rows, unsealed, seals }: PacketProof): string[] {
  const days = seals.flatMap(({ statement }) => readStatement(statement)?.day ?? []);
  return [
    rows.length === 0
      ? 'None of these records is sealed in this form, so the packet shows only what the installation says today.'
      : `${count(rows.length, 'record')} of this packet ${rows.length === 1 ? 'was' : 'were'} sealed${joinDays(days)}. For each, the proof shows that it existed in exactly this form when it was sealed, and that the images it names are unchanged.`,
    ...(unsealed.length > 0
      ? [
          `${count(unsealed.length, 'record')} ${unsealed.length === 1 ? 'has' : 'have'} no seal in this form: a record that arrived or changed today is sealed with the day, and one that was changed by hand never is. They are listed in proof.json.`,
        ]
      : []),
    'It doesn’t show that what a record says is true, or that it existed at the time it names. A camera can misread a plate, and a person can enter something wrong.',
  ];
}

/** Lists the images that a packet lacks, with the reasons. */
export function describeAbsentImages(images: readonly PacketImage[]): string[] {
  const sentences = {
    missing: 'The file is missing',
    deleted: 'Deleted, because the operator keeps images only for a time',
    changed: 'The file isn’t the one that was stored',
    'left out': 'Left out, because the packet is full',
  } as const;
  return Object.entries(sentences).flatMap(([state, text]) => {
    const names = images.filter((image) => image.state === state).map(({ name }) => name);
    const others = names.length - 10;
    const rest = others > 0 ? `, and ${others} more that evidence.json names` : '';
    return names.length > 0 ? [`${text}: ${names.slice(0, 10).join(', ')}${rest}.`] : [];
  });
}
