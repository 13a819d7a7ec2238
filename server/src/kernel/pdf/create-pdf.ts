import { createRequire } from 'node:module';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type PdfKit from 'pdfkit';
import { toDate } from '../clock.ts';

export type Pdf = InstanceType<typeof PdfKit>;

const resolve = createRequire(import.meta.url).resolve;
const fontFiles = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
} as const;
export type FontName = keyof typeof fontFiles;

/** US Letter, 8.5 by 11 inches, in points: properties have no country, and their states are North American. */
export const sheet = { width: 612, height: 792, margin: 54 } as const;

interface PdfOptions {
  /** The document's title in window bars and screen readers. */
  title: string;
  author?: string;
  /** A parameter, so the same input makes the same file. */
  createdAt: Instant;
  /** Whether the drawing is tagged for screen readers. */
  tagged?: boolean;
}

/**
 * Creates a PDF in letter size with our fonts, drawn by `draw`. The library takes 75 ms to load, so
 * it's loaded when the first PDF is requested.
 */
export async function createPdf(
  { title, author, createdAt, tagged = false }: PdfOptions,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: [sheet.width, sheet.height],
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged,
    info: {
      Title: title,
      ...(author ? { Author: author } : {}),
      Creator: 'Lotkeeper',
      CreationDate: toDate(createdAt),
    },
  });
  for (const [name, file] of Object.entries(fontFiles)) pdf.registerFont(name, resolve(file));
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const completion = new Promise<void>((fulfill, reject) =>
    pdf.on('end', fulfill).on('error', reject),
  );
  draw(pdf);
  pdf.end();
  await completion;
  return Buffer.concat(chunks);
}
