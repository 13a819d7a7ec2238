import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/operations/visitors-csv';

const byEnding: Record<string, string> = {
  xlsb: csvMessages.binaryExcel,
  ods: csvMessages.openDocument,
  numbers: csvMessages.numbers,
  pdf: csvMessages.pdf,
  zip: csvMessages.zip,
};
/** What a file of this kind holds is seen by its bytes: many an .xls is a text. */
const readable = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'xls'];

/** What of a file can be reported before it is sent to be none with visitors; null when nothing. */
export function problemOfFile(file: Pick<File, 'name' | 'size'> | null): string | null {
  if (!file) return csvMessages.required;
  const [, ending = ''] = /\.(\w+)$/.exec(file.name.toLowerCase()) ?? [];
  if (!readable.includes(ending)) return byEnding[ending] ?? csvMessages.required;
  if (file.size === 0) return csvMessages.empty;
  return file.size > maxUploadBytes ? csvMessages.tooLarge : null;
}

/** A file's name as a header can carry it; a long one is cut. */
export const headerName = (name: string) => encodeURIComponent(name.slice(0, 100).toWellFormed());

/** The bytes of a file as base64. */
export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.addEventListener('load', () => read.resolve(reader.result as string));
  reader.addEventListener('error', () => read.reject(new Error('The file can’t be read.')));
  reader.readAsDataURL(file);
  const address = await read.promise;
  return address.slice(address.indexOf(',') + 1);
}
