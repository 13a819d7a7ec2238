import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Random } from '@lotkeeper/simulator/world/random';
import iconv from 'iconv-lite';
import {
  openMessage,
  parseMessage,
} from '../../../server/src/features/cars/cameras/read-message.ts';
import { sampleText } from '../../../server/src/features/cars/cameras/samples/sample.ts';
import type { SentMessage } from '../../../server/src/testing/damaged-messages.ts';
import { damageMessage, messageDamages } from '../../../server/src/testing/damaged-messages.ts';
import { makeWorkbook } from '../../../server/src/testing/workbook.factory.ts';

const seed = 38;
/** A person may upload up to 60 files an hour. */
const counts = { messages: 350, plates: 90, files: 60 };

/** Three letters and four digits without look-alikes; a different plate for each number. */
const makePlate = (number: number) => {
  const letters = 'ACEHJKMNPRTUVWXY';
  const sign = (power: number) => letters[Math.floor(number / 16 ** power) % 16] ?? 'A';
  return `${sign(0)}${sign(1)}${sign(2)}${String(2347 + ((number * 37) % 7000)).padStart(4, '3')}`;
};

export interface MessageInput extends SentMessage {
  format: CameraFormat;
  kind: string;
  /** The plate of the undamaged message. */
  plate: string;
}

const samples: readonly [CameraFormat, string][] = [
  ['hikvision', 'hikvision.xml'],
  ['hikvision', 'hikvision.json'],
  ['plate-recognizer', 'plate-recognizer-stream.json'],
  ['openalpr', 'openalpr-group.json'],
  ['frigate', 'frigate-update.json'],
  ['verkada', 'verkada.json'],
  ['axis', 'axis-event.json'],
  ['dahua', 'dahua-itsapi.json'],
  ['dahua', 'dahua-events.json'],
  ['unifi', 'unifi.json'],
  ['genetec', 'genetec.json'],
  ['genetec', 'genetec.xml'],
  ['onvif', 'onvif-frame.xml'],
  ['onvif', 'onvif-event.xml'],
  ['apds', 'apds-observation.json'],
];

/** A format's sample with another plate. */
function withPlate([format, name]: (typeof samples)[number], plate: string): string {
  const sample = sampleText(name).replace('"@overview"', '""').replace('"@plate"', '""');
  // Reformatted without escapes, which would hide the plate.
  const text = name.endsWith('.json') ? JSON.stringify(JSON.parse(sample), null, 1) : sample;
  const message = openMessage('application/json', Buffer.from(text), 0 as Instant);
  const { reads } = parseMessage({ format, mapping: null }, message);
  const old = reads[0]?.plate ?? '';
  return [old, old.replaceAll(' ', ''), old.toLowerCase()].reduce(
    (changed, word) => changed.replaceAll(word, plate),
    text,
  );
}

export function listMessages(): MessageInput[] {
  const kinds = Object.keys(messageDamages);
  return Array.from({ length: counts.messages }, (_, number) => {
    const sample = samples[number % samples.length] as (typeof samples)[number];
    const kind = kinds[number % kinds.length] ?? '';
    const plate = makePlate(number);
    const message = damageMessage(withPlate(sample, plate), kind, `${seed} ${number}`);
    return { ...message, format: sample[0], kind, plate };
  });
}

export interface PlateInput {
  written: string;
  /** null = no plate that a camera could read. */
  plate: string | null;
}

/** How people type, paste and dictate a plate. */
const writings: readonly ((plate: string, random: Random) => string)[] = [
  (plate) => plate.toLowerCase(),
  (plate) => `${plate.slice(0, 3)} ${plate.slice(3)}`,
  (plate) => `${plate.slice(0, 3)}–${plate.slice(3)}`,
  (plate) => `${plate.slice(0, 3)}\u2011${plate.slice(3)}`,
  (plate) => `${plate.slice(0, 3)}\u00A0${plate.slice(3)}`,
  (plate) => `${plate.slice(0, 3)}\u200B${plate.slice(3)}\u200E`,
  (plate) => `${plate.slice(0, 3)}·${plate.slice(3)}`,
  (plate) => ` ${plate}\t`,
  (plate) => plate.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (plate) => plate.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
  (plate) =>
    plate.replaceAll(/[ACEHKMPTXY]/g, (sign) => 'АСЕНКМРТХУ'['ACEHKMPTXY'.indexOf(sign)] ?? sign),
  (plate) =>
    plate.replaceAll(/[AEHKMNPTXY]/g, (sign) => 'ΑΕΗΚΜΝΡΤΧΥ'['AEHKMNPTXY'.indexOf(sign)] ?? sign),
];
const noPlates = ['🚗', 'ABC+123', 'A&B', '!!!', '—', 'A'.repeat(60), '', '\u200B', '<b>', '\0ABC'];

export function listPlates(): PlateInput[] {
  return Array.from({ length: counts.plates }, (_, number) => {
    const plate = makePlate(1000 + number);
    if (number % 6 === 5)
      return { written: noPlates[((number / 6) % noPlates.length) | 0] ?? '', plate: null };
    const write = writings[number % writings.length];
    return { written: write?.(plate, new Random(seed, number)) ?? plate, plate };
  });
}

export interface FileInput {
  name: string;
  bytes: Buffer;
  plates: readonly string[];
  /** Whether bytes at a random position were damaged, possibly those of a plate. */
  isDrawn: boolean;
}

const heads = [
  ['License Plate', 'State', 'Name', 'Phone Number'],
  ['Plate #', 'Lic. State', 'Guest Name', 'Mobile'],
  ['Tag', 'St', 'Visitor', 'Tel.'],
  ['Matrícula', 'Estado', 'Nombre', 'Teléfono'],
  ['Immatriculation', 'Province', 'Nom', 'Téléphone'],
];
const encodings = ['utf8', 'utf16le', 'utf16-be', 'win1252', 'macintosh'];
const names = ['Ada King', 'Zoë Núñez', 'José "Pepe" García', 'O’Neil, Ann', 'Line\nbreak'];

export async function listFiles(): Promise<FileInput[]> {
  const files: FileInput[] = [];
  for (let number = 0; number < counts.files; number++) {
    const random = new Random(seed, 'file', number);
    const plates = Array.from({ length: 4 }, (_, row) => makePlate(2000 + number * 4 + row));
    const rows = [
      heads[number % heads.length] ?? [],
      ...plates.map((plate, row) => [
        plate,
        'AZ',
        names[(number + row) % names.length] ?? '',
        '(602) 555-0147',
      ]),
    ];
    if (number % 7 === 6) {
      files.push({
        name: 'guests.xlsx',
        bytes: await makeWorkbook({ Guests: rows }),
        plates,
        isDrawn: false,
      });
      continue;
    }
    const separator = random.pick([',', ';', '\t', '|']);
    const wrap = random.pick([
      (cell: string) => cell,
      (cell: string) => `="${cell}"`,
      (cell: string) => `'${cell}`,
    ]);
    const lines = rows.map((cells, row) =>
      cells
        .map((cell, column) => (row > 0 && column === 0 ? wrap(cell) : cell))
        .map((cell) => (/["\r\n,;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    );
    const title = random.chance(0.3) ? ['Guests of July', ''] : [];
    const text = [...title, ...lines].join(random.pick(['\n', '\r\n', '\r']));
    let bytes = iconv.encode(text, random.pick(encodings), { addBOM: random.chance(0.3) });
    // A third is also damaged.
    const isDrawn = number % 3 === 0;
    if (isDrawn) {
      const at = random.int(0, bytes.length - 1);
      const cut = random.int(0, 20);
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([random.int(0, 255)]),
        bytes.subarray(at + cut),
      ]);
    }
    files.push({ name: 'guests.csv', bytes, plates, isDrawn });
  }
  return files;
}
