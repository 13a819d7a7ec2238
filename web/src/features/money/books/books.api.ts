import type { BookExport } from '@lotkeeper/contract/money/books';
import { downloadBookExport } from '@lotkeeper/contract/money/books';
import { useDownload } from '../../../kernel/queries.ts';

/** Downloads a new export, if it's one file; several are downloaded from the list. */
export function useFirstDownload(organizationId: string, onDone: () => void) {
  const file = useDownload(downloadBookExport);
  const start = ({ pk, files }: BookExport) => {
    if (files > 1) return onDone();
    const query = { organization: organizationId, export: pk, file: 1 };
    return file.mutate({ query }, { onSuccess: onDone });
  };
  return { start, error: file.error, isPending: file.isPending };
}
