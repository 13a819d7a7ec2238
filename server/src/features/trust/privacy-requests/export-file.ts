import { Readable } from 'node:stream';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { FoundClass } from '@lotkeeper/contract/trust/privacy-classes';
import {
  foundClasses,
  foundClassTexts,
  keepReasonTexts,
} from '@lotkeeper/contract/trust/privacy-classes';
import type { Finding } from '@lotkeeper/contract/trust/privacy-requests';
import type { StreamedFile } from '@lotkeeper/evidence/packet-files';
import { streamZip } from '@lotkeeper/evidence/packet-files';
import { toDate } from '../../../kernel/clock.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { StreamedZipFile } from '../../../kernel/http/binary-files.ts';
import type { ImageContent } from './export.queries.ts';
import { eachRow } from './export.queries.ts';
import type { Read } from './findings.queries.ts';
import type { Search } from './keep-reasons.ts';

const maxExportRows = 50_000;
/** Maximum images, and their total bytes. */
const maxExportImages = 2000;
const maxExportImageBytes = 500 * 1024 * 1024;

interface Export {
  read: Read;
  search: Search;
  files: FileStore;
  findings: readonly Finding[];
  organization: string;
  now: Instant;
}

const asStream = (pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(pieces, { objectMode: true })) as ReadableStream<Uint8Array>;

const textFile = (name: string, text: string): StreamedFile => ({
  name,
  content: asStream([Buffer.from(text)]),
  isPacked: false,
});

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** The findings, as a table for people. */
function writeSummary(findings: readonly Finding[]): string {
  const lines = findings.map(({ class: name, found, due, remaining }) => {
    const { label, hint } = foundClassTexts[name];
    const reasons = remaining.map(({ reason, count }) => `${count}: ${keepReasonTexts[reason]}`);
    return [label, String(found), String(due), reasons.join('; '), hint].map(quote).join(',');
  });
  const header = 'class,found,erasable,stays,note';
  return `\uFEFF${[header, ...lines].join('\r\n')}\r\n`;
}

const readMe = ({ organization, search, now }: Export) => `\
What ${organization} has about ${search.subject.kind === 'plate' ? 'the plate' : 'the person with'} ${search.subject.key}${search.subject.state ? ` (${search.subject.state})` : ''}
Made ${toIso(now)}

summary.csv has the counts. Each other file has the records of one class as JSON, as they are stored.
images/ has the images that the records name by their number.

Up to ${maxExportRows.toLocaleString('en-US')} records of a class and ${maxExportImages.toLocaleString('en-US')} images (${maxExportImageBytes / 1024 / 1024} MB) are in one file.

Before you hand this on: images, notes, and camera messages can also show other people.
`;

async function* writeRows(exported: Export, name: FoundClass, seen: ImageContent[]) {
  let separator = '[\n';
  let count = 0;
  for await (const rows of eachRow(exported.read, exported.search, name)) {
    for (const { content } of rows) {
      if (count === maxExportRows) break;
      count += 1;
      if (name === 'images' && seen.length < maxExportImages) seen.push(content as never);
      yield Buffer.from(`${separator}${JSON.stringify(content)}`);
      separator = ',\n';
    }
    if (count === maxExportRows) break;
  }
  yield Buffer.from(count === 0 ? '[]\n' : '\n]\n');
}

async function* listFiles(exported: Export): AsyncGenerator<StreamedFile> {
  const { findings, files } = exported;
  yield textFile('README.txt', readMe(exported));
  yield textFile('summary.csv', writeSummary(findings));
  const images: ImageContent[] = [];
  const found = new Set(findings.map((finding) => finding.class));
  for (const name of foundClasses) {
    if (!found.has(name)) continue;
    const content = asStream(writeRows(exported, name, images));
    yield { name: `${name}.json`, content, isPacked: false };
  }
  let bytes = 0;
  for (const { uuid, file: hash, media_type } of images) {
    const file = await files.open(hash);
    if (!file) continue;
    bytes += file.size;
    if (bytes > maxExportImageBytes) {
      file.stream.destroy();
      return;
    }
    const name = `images/${uuid}.${media_type.slice('image/'.length)}`;
    yield { name, content: asStream(file.stream), isPacked: true };
  }
}

/** Streams an organization's data about a driver as a ZIP. */
export const exportFile = (name: string, exported: Export): StreamedZipFile =>
  new StreamedZipFile(name, () => streamZip(listFiles(exported), toDate(exported.now)));
