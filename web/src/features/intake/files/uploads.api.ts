import { csvMessages, uploadFile } from '@lotkeeper/contract/intake/visitors-csv';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../kernel/api.ts';
import { queryClient, useRead } from '../../../kernel/queries.ts';
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
const uploadOptions = ({ id, file }: ChosenFile) =>
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

/**
 * The preview of a chosen file by a kind's endpoint; the previous one stays while a choice is being sent, and when it
 * can’t be applied.
 */
export function useUploadPreview<E extends Endpoint>(
  endpoint: E,
  chosenFile: ChosenFile | null,
  toInput: (csv_url: string) => InputOf<E>,
) {
  const uploading = useQuery({
    ...uploadOptions(chosenFile ?? { id: 0, file: new File([], '') }),
    enabled: chosenFile !== null,
  });
  const preview = useRead(endpoint, uploading.data ? toInput(uploading.data) : null);
  const [latest, setLatest] = useState<{ id: number; preview: AnswerOf<E> } | null>(null);
  if (chosenFile && preview.data && latest?.preview !== preview.data) {
    setLatest({ id: chosenFile.id, preview: preview.data });
  }
  const shown = chosenFile !== null && latest?.id === chosenFile.id ? latest : null;
  return {
    preview: shown ? shown.preview : null,
    isReading: chosenFile !== null && (uploading.isFetching || preview.isFetching),
    uploadError: uploading.error,
    error: preview.error,
  };
}

/** Has an uploaded file imported; `send` gets its URL and name. */
export async function sendUpload<Answer>(
  chosenFile: ChosenFile,
  send: (file: { csv_url: string; file: string }) => Promise<Answer>,
): Promise<Answer> {
  const options = uploadOptions(chosenFile);
  const csv_url = await queryClient.fetchQuery(options);
  try {
    return await send({ csv_url, file: chosenFile.file.name.slice(0, 255) });
  } catch (error) {
    // The server keeps files for a day, and only the newest few.
    if (error instanceof ApiError && error.fields.csv_url === csvMessages.upload) {
      queryClient.removeQueries(options);
    }
    throw error;
  }
}
