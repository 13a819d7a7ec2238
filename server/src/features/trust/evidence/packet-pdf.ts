import type { EntryKind } from '@lotkeeper/contract/money/ledger';
import type { StoryEntry } from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import type { SumGroup } from '@lotkeeper/contract/trust/story-sums';
import { explainEntry, explainTotals, listEntryNotes } from '@lotkeeper/contract/trust/story-sums';
import { describeEvent, describeRest, explainPrice } from '@lotkeeper/contract/trust/story-words';
import type { AmountGroup } from '../../../kernel/pdf/amount-table.ts';
import { writeAmounts } from '../../../kernel/pdf/amount-table.ts';
import { createPdf } from '../../../kernel/pdf/create-pdf.ts';
import { writeFooters, writeLetterhead } from '../../../kernel/pdf/letterhead.ts';
import type { TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, PageWriter, shapeText } from '../../../kernel/pdf/page-writer.ts';
import type { Packet } from './packet.rules.ts';
import { describeAbsentImages, describeProof, nameMaker, nameSubject } from './packet.rules.ts';
import { thumbnailRowHeight, writeThumbnails } from './packet-thumbnails.ts';
import { makeTimeFormat } from './packet-times.ts';

const titleStyle: TextStyle = { font: 'semibold', size: 18, color: ink.text };
const kindStyle: TextStyle = { font: 'semibold', size: 12, color: ink.text };
const textStyle: TextStyle = { font: 'regular', size: 10, color: ink.text };
const noteStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };
const timeStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };

/** Width of the time column, in points. */
const timeWidth = 158;

/** Maximum printed events: the first and the last ones. evidence.json has all. */
const maxEvents = 100;
/** Maximum ledger entries printed with their arithmetic; if there are more, only the totals are printed. */
const maxEntries = 4;
/** Maximum characters of a text that somebody typed; evidence.json has all. */
const maxCharacters = 600;

const clip = (text: string) =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;

const entryKinds: Record<Exclude<EntryKind, 'payout'>, string> = {
  charge: 'Charge',
  refund: 'Refund',
  penalty: 'Penalty',
};

type Format = ReturnType<typeof makeTimeFormat>;

/**
 * Writes a heading on the same page as the following content; `below` is how much of that should fit too, in points.
 */
function writeHeading(writer: PageWriter, text: string, below = 30): void {
  writer.skip(14);
  writer.ensureSpace(30 + below);
  writer.writeText('H2', text, kindStyle);
  writer.skip(4);
  writer.drawRule();
  writer.skip(5);
}

function writeNotes(writer: PageWriter, notes: readonly string[], style = textStyle): void {
  for (const note of notes) {
    writer.writeText('P', clip(note), style);
    writer.skip(3);
  }
}

/** Writes an event beside its time; both wrap within their columns. */
function writeEvent(writer: PageWriter, event: StoryEvent, format: Format): void {
  const { pdf, left } = writer;
  const { title, details } = describeEvent(event);
  const width = writer.width - timeWidth;
  const lines = [
    { text: title, style: textStyle },
    ...details.map((text) => ({ text, style: noteStyle })),
  ].map(({ text, style }) => {
    writer.applyStyle(style);
    const printable = writer.toPrintable(clip(text));
    return { printable, style, height: pdf.heightOfString(printable, { ...shapeText(), width }) };
  });
  writer.ensureSpace(lines.reduce((total, { height }) => total + height, 0));
  writer.applyStyle(timeStyle);
  writer.addTagged('P', () => {
    pdf.text(format(event.happened_at), left, writer.top + 1, {
      ...shapeText(),
      width: timeWidth - 8,
    });
  });
  for (const { printable, style, height } of lines) {
    writer.applyStyle(style);
    writer.addTagged('P', () => {
      pdf.text(printable, left + timeWidth, writer.top, { ...shapeText(), width });
    });
    writer.skip(height);
  }
  writer.skip(4);
}

function writeEvents(writer: PageWriter, events: readonly StoryEvent[], format: Format): void {
  const rest = events.length - maxEvents;
  const half = maxEvents / 2;
  const printed = rest > 0 ? [...events.slice(0, half), ...events.slice(-half)] : events;
  for (const event of printed) writeEvent(writer, event, format);
  if (rest > 0) writeNotes(writer, [`${rest} events between these are in evidence.json.`]);
}

const toGroups = (groups: readonly SumGroup[], heading: string): AmountGroup[] =>
  groups.map(({ lines, total }, index) => ({
    rows: lines,
    ...(total ? { total } : {}),
    ...(index === 0 ? { heading } : {}),
  }));

const nameEntry = ({ kind, happened_at }: StoryEntry, format: Format) =>
  `${entryKinds[kind]} on ${format(happened_at)}`;

/** How the money adds up, and where the price came from. */
function writeMoney(writer: PageWriter, { story }: Packet, format: Format): void {
  const { money, price, rental } = story;
  if (price && rental) {
    writeHeading(writer, 'Price and rule in force');
    writeNotes(writer, explainPrice(price, rental.source));
  }
  if (!money || money.entries.length === 0) return;
  const { entries, totals } = money;
  writer.skip(12);
  const groups =
    entries.length > maxEntries
      ? toGroups(explainTotals(totals), `All ${entries.length} ledger entries together`)
      : entries.flatMap((entry) => toGroups(explainEntry(entry), nameEntry(entry, format)));
  writeAmounts(writer, 'How the money adds up', groups);
  writer.skip(4);
  if (entries.length <= maxEntries)
    writeNotes(writer, [...new Set(entries.flatMap(listEntryNotes))], noteStyle);
}

function writeTitle(writer: PageWriter, packet: Packet, format: Format): void {
  const { location, timezone, madeAt } = packet;
  writeLetterhead(writer);
  writer.writeText('H1', clip(`Evidence: ${nameSubject(packet)}`), titleStyle);
  writer.skip(5);
  writeNotes(writer, [
    `${location.property_name}, ${location.address_line1}, ${location.city}, ${location.state}`,
    `${location.organization_name}. All times are those of the property (${timezone}).`,
    `Made by ${nameMaker(packet)} on ${format(madeAt)}.`,
  ]);
}

/** The audit entries with their changes; the other events are what happened. */
const isAct = ({ kind }: StoryEvent) => kind === 'audited' || kind === 'violation_waived';

function writePacket(writer: PageWriter, packet: Packet): void {
  const { story, timezone, proof, images } = packet;
  const format = makeTimeFormat(timezone);
  writeTitle(writer, packet, format);
  writeHeading(writer, 'What happened');
  const events = story.events.filter((event) => !isAct(event));
  writeEvents(writer, events, format);
  if (events.length === 0) writeNotes(writer, ['Nothing is recorded but the money.']);
  const rest = describeRest(story.not_listed);
  if (rest) writeNotes(writer, [rest], noteStyle);
  writeMoney(writer, packet, format);
  const acts = story.events.filter(isAct);
  writeHeading(writer, 'Who did what');
  if (acts.length > 0) writeEvents(writer, acts, format);
  else writeNotes(writer, ['The audit log has no change of these records.']);
  if (images.length > 0) {
    writeHeading(writer, 'Images', thumbnailRowHeight);
    writeThumbnails(writer, packet, format);
    writeNotes(writer, describeAbsentImages(images), noteStyle);
  }
  writeHeading(writer, 'What the proof shows');
  writeNotes(writer, describeProof(proof));
  writeNotes(writer, [
    `Anyone can verify this packet, without an account, at ${packet.verifyUrl}. Compare the fingerprint of the key with one that you got from the operator in another way: ${packet.fingerprint}`,
  ]);
  writer.writeOmissions('evidence.json has them.', noteStyle);
  writeFooters(writer, `Evidence packet made on ${format(packet.madeAt)}`);
}

/** Draws a packet for people. */
export function drawPacket(packet: Packet): Promise<Buffer> {
  const { location, madeAt } = packet;
  return createPdf(
    {
      title: `Evidence: ${nameSubject(packet)}, ${location.property_name}`,
      author: location.organization_name,
      createdAt: madeAt,
      tagged: true,
    },
    (pdf) => writePacket(new PageWriter(pdf), packet),
  );
}
