import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { writeCanonicalJson } from './canonical-json.ts';
import type { LeafKind } from './day-statements.ts';
import { fingerprintKey, hashStatement, leafKinds, writeStatement } from './day-statements.ts';
import type { PacketManifest, PacketProof, RowForm } from './evidence-packets.ts';
import { namePacketImage, packetFiles, writeManifest, writeProof } from './evidence-packets.ts';
import { buildTree, getRoot, hashRow, hashToHex, proveInclusion } from './proofs.ts';

export interface TestKey {
  secret: Uint8Array;
  publicKey: string;
  fingerprint: string;
}

/** Creates the same key for the same number. */
export function makeTestKey(number: number): TestKey {
  const secret = new Uint8Array(32).fill(number);
  const publicKey = ed25519.getPublicKey(secret);
  return { secret, publicKey: bytesToHex(publicKey), fingerprint: fingerprintKey(publicKey) };
}

export const testKey = makeTestKey(1);
export const otherTestKey = makeTestKey(2);
export const testOrganization = '3f333df6-90a4-4fda-8dd3-9485d27cee36';

export const signText = (text: string, { secret }: TestKey = testKey): string =>
  bytesToHex(ed25519.sign(utf8ToBytes(text), secret));

/** Minimal images whose first bytes identify their types. */
export const testImages = {
  jpg: concatBytes(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), utf8ToBytes('a car at the entrance')),
  png: concatBytes(hexToBytes('89504e470d0a1a0a'), utf8ToBytes('a plate')),
  webp: utf8ToBytes('RIFF\u0004\u0000\u0000\u0000WEBPa car at the exit'),
};

const toColumn = (bytes: Uint8Array, number: number) => ({
  sha256: hashToHex(bytes),
  uuid: `00000000-0000-4000-8000-00000000000${number}`,
});

/** A visit with its payment, two plate reads and an audit entry, with the columns that packets need. */
export const testRows = {
  charge: {
    table: 'ledger_entries',
    pk: 11,
    kind: 'charge',
    gross: 2592,
    refund: 0,
    external_id: 'card-77',
    occurred_at: 1_779_292_800_000_000,
  },
  refund: {
    table: 'ledger_entries',
    pk: 12,
    kind: 'refund',
    gross: 0,
    refund: 500,
    external_id: 'refund-12',
    occurred_at: 1_779_296_400_000_000,
  },
  audit: {
    table: 'audit_entries',
    pk: 21,
    act: 'waived',
    subject_name: 'ABC123',
    happened_at: 1_779_296_500_000_000,
  },
  entrance: {
    table: 'plate_reads',
    pk: 31,
    plate: 'ABC123',
    state: 'AZ',
    captured_at: 1_779_292_700_000_000,
    image: toColumn(testImages.jpg, 1),
    plate_image: toColumn(testImages.png, 2),
  },
  exit: {
    table: 'plate_reads',
    pk: 32,
    plate: 'ABC123',
    state: 'AZ',
    captured_at: 1_779_299_900_000_000,
    image: toColumn(testImages.webp, 3),
    plate_image: null,
  },
  visit: {
    table: 'visits',
    pk: 41,
    plate: 'ABC123',
    state: 'AZ',
    status: 'renter',
    entrance_at: 1_779_292_700_000_000,
    entrance_image: toColumn(testImages.jpg, 1),
    exit_image: toColumn(testImages.webp, 3),
  },
  removedVisit: { table: 'visits', pk: 42, removed: true },
} as const satisfies Record<string, RowForm>;

type Leaves = Partial<Record<LeafKind, readonly RowForm[]>>;

/** What is sealed on each of two days. */
const testDays: readonly Leaves[] = [
  {
    ledger_entries: [testRows.charge],
    plate_reads: [testRows.entrance, testRows.exit],
    visits: [testRows.visit],
  },
  {
    ledger_entries: [testRows.refund],
    audit_entries: [testRows.audit],
    visit_changes: [testRows.removedVisit],
  },
];

type Mutable<T> = T extends readonly (infer Member)[]
  ? Mutable<Member>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
export type ProofDraft = Mutable<PacketProof>;
type Statement = Parameters<typeof writeStatement>[0];
export type StatementDraft = Mutable<Omit<Statement, 'day'>> & { day: string };
export type ManifestDraft = Mutable<Omit<PacketManifest, 'format'>>;

/** A test's changes to a packet: each runs before the changed part is hashed and signed. */
export interface Tampering {
  days?: readonly Leaves[];
  unsealed?: readonly RowForm[];
  statement?: (statement: StatementDraft) => void;
  proof?: (proof: ProofDraft) => void;
  /** Replaces the canonical text of the proof. */
  proofText?: (text: string) => string;
  files?: (files: Map<string, Uint8Array>) => void;
  manifest?: (manifest: ManifestDraft) => void;
  /** Replaces the canonical text of the manifest. */
  manifestText?: (text: string) => string;
  key?: TestKey;
  sealKey?: TestKey;
  /** Runs after everything is signed. */
  after?: (files: Map<string, Uint8Array>) => void;
}

/** Replaces a text in a file with another of any length. */
export function replaceText(
  files: Map<string, Uint8Array>,
  name: string,
  from: string,
  to: string,
) {
  const text = new TextDecoder().decode(files.get(name));
  if (!text.includes(from)) throw new Error(`${name} has no ${from}.`);
  files.set(name, utf8ToBytes(text.replaceAll(from, to)));
}

/** Not structuredClone: in jsdom its objects belong to another realm. */
const copyRow = (form: RowForm): RowForm => JSON.parse(JSON.stringify(form)) as RowForm;

function makeProof({
  days = testDays,
  unsealed = [],
  statement: tamper,
  sealKey = testKey,
}: Tampering) {
  const proof: ProofDraft = { keys: [], seals: [], rows: [], unsealed: [] };
  proof.keys.push({ fingerprint: sealKey.fingerprint, public_key: sealKey.publicKey });
  proof.unsealed.push(...unsealed.map(copyRow));
  let previous: string | null = null;
  for (const [index, day] of days.entries()) {
    const forms = leafKinds.flatMap((kind) => day[kind] ?? []);
    const hashes = forms.map((form) => hashRow(writeCanonicalJson(form)));
    const tree = buildTree(hashes);
    const statement: StatementDraft = {
      organization: testOrganization,
      number: index + 1,
      day: `2026-05-2${index}`,
      sealed_at: `2026-05-2${index + 1}T09:00:00.000Z`,
      previous,
      root: bytesToHex(getRoot(tree)),
      counts: Object.fromEntries(
        leafKinds.map((kind) => [kind, day[kind]?.length ?? 0]),
      ) as StatementDraft['counts'],
      key: sealKey.fingerprint,
    };
    tamper?.(statement);
    const text = writeStatement(statement as Statement);
    previous = hashStatement(text);
    proof.seals.push({ statement: text, signature: signText(text, sealKey) });
    for (const [position, form] of forms.entries()) {
      const { path, ...rest } = proveInclusion(tree, position);
      const row = {
        form: copyRow(form),
        seal: index + 1,
        proof: { ...rest, path: [...path] },
      };
      proof.rows.push(row);
    }
  }
  return proof;
}

function listImageFiles(): [string, Uint8Array][] {
  const names = Object.entries(testImages) as [keyof typeof testImages, Uint8Array][];
  return names.map(([extension, bytes]) => [namePacketImage(hashToHex(bytes), extension), bytes]);
}

/** The files of a packet, valid unless the test changes something. */
export function makePacketFiles(tampering: Tampering = {}): Map<string, Uint8Array> {
  const { key = testKey } = tampering;
  const proof = makeProof(tampering);
  tampering.proof?.(proof);
  const proofText = writeProof(proof);
  const files = new Map<string, Uint8Array>([
    [packetFiles.pdf, utf8ToBytes('%PDF-1.7 the story')],
    [packetFiles.evidence, utf8ToBytes('{"story":"a car was here"}')],
    [packetFiles.proof, utf8ToBytes(tampering.proofText?.(proofText) ?? proofText)],
    ...listImageFiles(),
  ]);
  tampering.files?.(files);
  const manifest: ManifestDraft = {
    organization: testOrganization,
    made_at: '2026-05-23T12:00:00.000Z',
    key: key.fingerprint,
    public_key: key.publicKey,
    files: [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ name, size: bytes.length, sha256: hashToHex(bytes) })),
  };
  tampering.manifest?.(manifest);
  const canonical = writeManifest(manifest);
  const text = tampering.manifestText?.(canonical) ?? canonical;
  files.set(packetFiles.manifest, utf8ToBytes(text));
  files.set(packetFiles.signature, utf8ToBytes(signText(text, key)));
  tampering.after?.(files);
  return files;
}

/** An entry of a ZIP, and the false claims in its headers. */
export interface TestEntry {
  name: string;
  bytes: Uint8Array;
  /** Size after inflating. */
  size?: number;
  crc?: number;
  flags?: number;
  method?: number;
  /** Bytes before its header that belong to no entry. */
  before?: Uint8Array;
  /** The offset claimed in the directory. */
  offset?: number;
  /** Extra fields of its headers. */
  extra?: Uint8Array;
}

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const writeNumbers = (...fields: readonly (readonly [value: number, length: number])[]) =>
  Uint8Array.from(
    fields.flatMap(([value, length]) =>
      Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256),
    ),
  );

/** Writes a ZIP without compression, byte by byte, so that tests can create invalid ones. */
export function writeTestZip(entries: readonly TestEntry[], extra: { after?: Uint8Array } = {}) {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let position = 0;
  const add = (bytes: Uint8Array) => {
    chunks.push(bytes);
    position += bytes.length;
  };
  for (const entry of entries) {
    const { bytes, size = bytes.length, flags = 0x800, method = 0 } = entry;
    const { extra: fields = new Uint8Array() } = entry;
    if (entry.before) add(entry.before);
    const name = utf8ToBytes(entry.name);
    const offset = entry.offset ?? position;
    const common = writeNumbers(
      ...([
        [20, 2],
        [flags, 2],
        [method, 2],
        [0, 2],
        [0x5c21, 2],
      ] as const),
      ...([
        [entry.crc ?? computeCrc(bytes), 4],
        [bytes.length, 4],
        [size, 4],
      ] as const),
      ...([
        [name.length, 2],
        [fields.length, 2],
      ] as const),
    );
    add(concatBytes(writeNumbers([0x04034b50, 4]), common, name, fields, bytes));
    const tail = writeNumbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(concatBytes(writeNumbers([0x02014b50, 4], [20, 2]), common, tail, name, fields));
  }
  const start = position;
  for (const record of directory) add(record);
  const count = entries.length;
  add(
    writeNumbers(
      ...([
        [0x06054b50, 4],
        [0, 2],
        [0, 2],
        [count, 2],
        [count, 2],
      ] as const),
      ...([
        [position - start, 4],
        [start, 4],
        [0, 2],
      ] as const),
    ),
  );
  if (extra.after) add(extra.after);
  return concatBytes(...chunks);
}

export const toEntries = (files: ReadonlyMap<string, Uint8Array>): TestEntry[] =>
  [...files].map(([name, bytes]) => ({ name, bytes }));

/** The bytes of a packet, valid unless the test changes something. */
export const makePacket = (tampering: Tampering = {}): Uint8Array =>
  writeTestZip(toEntries(makePacketFiles(tampering)));
