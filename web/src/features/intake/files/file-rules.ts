import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/intake/visitors-csv';

const byEnding: Record<string, string> = {
  xlsb: csvMessages.binaryExcel,
  ods: csvMessages.openDocument,
  numbers: csvMessages.numbers,
  pdf: csvMessages.pdf,
  zip: csvMessages.zip,
};
/** The bytes show what such a file contains: many .xls files are text. */
const readable = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'xls'];

/** Why a file can't contain visitors, as far as its name and size show; null if it can. */
export function problemOfFile(file: Pick<File, 'name' | 'size'> | null): string | null {
  if (!file) return csvMessages.required;
  const [, ending = ''] = /\.(\w+)$/.exec(file.name.toLowerCase()) ?? [];
  if (!readable.includes(ending)) return byEnding[ending] ?? csvMessages.required;
  if (file.size === 0) return csvMessages.empty;
  return file.size > maxUploadBytes ? csvMessages.tooLarge : null;
}

/** A file name encoded for a header; a long one is truncated. */
export const headerName = (name: string) => encodeURIComponent(name.slice(0, 100).toWellFormed());

export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.addEventListener('load', () => read.resolve(reader.result as string));
  reader.addEventListener('error', () => read.reject(new Error('The file can’t be read.')));
  reader.readAsDataURL(file);
  const address = await read.promise;
  return address.slice(address.indexOf(',') + 1);
}
