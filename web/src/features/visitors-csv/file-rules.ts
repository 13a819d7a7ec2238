import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/visitors-csv';

/** What of a file can be reported before it is sent to be no CSV file; null when nothing. */
export function problemOfFile(file: Pick<File, 'name' | 'size'> | null): string | null {
  if (!file) return csvMessages.required;
  const [, ending = ''] = /\.(\w+)$/.exec(file.name.toLowerCase()) ?? [];
  if (/^xls[xmb]?$/.test(ending)) return csvMessages.excel;
  if (ending === 'pdf') return csvMessages.pdf;
  if (!['csv', 'tsv', 'txt'].includes(ending)) return csvMessages.required;
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
