import { csvMessages, uploadFile } from '@lotkeeper/contract/intake/visitors-csv';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../kernel/api.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { upload } from '../../../kernel/upload.ts';
import { base64Of, headerName } from './file-rules.ts';

/** Reads a file; one that the browser can't read anymore is reported as missing. */
async function readContent(file: File): Promise<string> {
  try {
    return await base64Of(file);
  } catch {
    throw new ApiError(0, { detail: csvMessages.upload, code: 'offline' });
  }
}

/** A chosen file; choosing it again creates another. */
export interface ChosenFile {
  id: number;
  file: File;
}

let chosen = 0;
export const chooseFile = (file: File): ChosenFile => {
  chosen += 1;
  return { id: chosen, file };
};

const shareKey = (id: number) => ['share of an upload', id];

/** How much of a chosen file is on its way to the server, from 0 to 1. */
export const useUploadShare = (chosenFile: ChosenFile | null) =>
  useQuery<number>({ queryKey: shareKey(chosenFile?.id ?? 0), queryFn: skipToken }).data ?? 0;

/** Uploads a file once, and caches its name for later calls. */
export const uploadOptions = ({ id, file }: ChosenFile) =>
  queryOptions<string, ApiError>({
    queryKey: ['uploaded file', id],
    queryFn: async () => {
      const headers = { filename: headerName(file.name) };
      const onShare = (share: number) => void queryClient.setQueryData(shareKey(id), share);
      const input = { headers, body: await readContent(file) };
      return (await upload(uploadFile, input, onShare)).url;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
