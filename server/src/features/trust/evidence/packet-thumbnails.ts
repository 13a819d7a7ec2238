import type { SeenEvent, StoryEvent } from '@lotkeeper/contract/trust/story-events';
import type { PageWriter, TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, shapeText } from '../../../kernel/pdf/page-writer.ts';
import { openPdfImage } from '../../../kernel/pdf/pdf-image.ts';
import type { Packet } from './packet.rules.ts';
import type { PacketImage } from './packet-images.ts';

const captionStyle: TextStyle = { font: 'regular', size: 8, color: ink.muted };

const maxThumbnails = 6;
/** Maximum bytes of images in the PDF, which contains them a second time. */
export const maxThumbnailBytes = 2_000_000;

const columns = 3;
const gap = 12;
const height = 105;
const captionHeight = 24;
/** Height of a row of images with its captions, in points. */
export const thumbnailRowHeight = height + captionHeight + gap;

const isSeen = (event: StoryEvent): event is SeenEvent => event.kind === 'seen';

/** Images by importance: those of the entrance and the exit first, then all others by time. */
function sortImages({ story, images }: Pick<Packet, 'story' | 'images'>): PacketImage[] {
  const endImages = story.events.filter(isSeen).filter(({ marks }) => marks !== null);
  const names = endImages.flatMap(({ image, plate_image }) => [image, plate_image]);
  const first = names.flatMap((name) => images.find((image) => image.name === name) ?? []);
  return [...new Set([...first, ...images])];
}

/** The images that the PDF draws; JPEG and PNG only, and as many as fit. */
function openImages(writer: PageWriter, packet: Packet) {
  let bytes = 0;
  const thumbnails = [];
  for (const image of sortImages(packet)) {
    const { content } = image;
    if (thumbnails.length >= maxThumbnails) break;
    if (!content || bytes + content.length > maxThumbnailBytes) continue;
    const drawable = openPdfImage(writer.pdf, content);
    if (!drawable) continue;
    bytes += content.length;
    thumbnails.push({ image, drawable });
  }
  return thumbnails;
}

/**
 * Draws images in rows, each with its time and the beginning of its name, and names how many are only in the packet.
 */
export function writeThumbnails(
  writer: PageWriter,
  packet: Packet,
  format: (at: number) => string,
): void {
  const { pdf, left } = writer;
  const width = (writer.width - (columns - 1) * gap) / columns;
  const thumbnails = openImages(writer, packet);
  for (let first = 0; first < thumbnails.length; first += columns) {
    writer.ensureSpace(thumbnailRowHeight);
    const { top } = writer;
    for (const [column, { image, drawable }] of thumbnails
      .slice(first, first + columns)
      .entries()) {
      const x = left + column * (width + gap);
      const caption = `${format(image.taken_at)}\n${image.name.slice(0, 19)}…`;
      writer.addTagged(
        'Figure',
        () => {
          pdf.image(drawable as never, x, top, { fit: [width, height], align: 'center' });
        },
        undefined,
        { alt: `Image taken on ${format(image.taken_at)}` },
      );
      writer.applyStyle(captionStyle);
      writer.addTagged('Caption', () => {
        pdf.text(caption, x, top + height + 3, { ...shapeText(), width });
      });
    }
    writer.skip(thumbnailRowHeight);
  }
  const included = packet.images.filter(({ content }) => content !== null).length;
  const text = `${included} of ${packet.images.length} images ${packet.images.length === 1 ? 'is' : 'are'} in the folder images of this packet, each named by the SHA-256 of its bytes. ${thumbnails.length} of them ${thumbnails.length === 1 ? 'is' : 'are'} shown here.`;
  writer.writeText('P', text, { font: 'regular', size: 10, color: ink.text });
  writer.skip(3);
}
