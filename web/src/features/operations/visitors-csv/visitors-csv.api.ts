import type { FilePreview, FileReading } from '@lotkeeper/contract/operations/visitors-csv';
import {
  csvMessages,
  getVisitorImport,
  listRecentImports,
  previewVisitorFile,
  progressPause,
  startVisitorImport,
  uploadFile,
} from '@lotkeeper/contract/operations/visitors-csv';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../kernel/api.ts';
import { markStale, queryClient, useRead } from '../../../kernel/queries.ts';
import { base64Of, headerName } from './file-rules.ts';

/** The newest file of a property; while `watching`, asked for again and again. */
export const useVisitorImport = (spot: number, watching: boolean) =>
  useRead(
    getVisitorImport,
    { query: { spot: String(spot) } },
    watching ? { refreshEvery: progressPause / 1000 } : {},
  );

/** The uploads of the last 24 hours; while one is being added or undone, asked for again and again. */
export function useRecentImports(spot: number) {
  const [isChanging, setIsChanging] = useState(false);
  const recent = useRead(
    listRecentImports,
    { query: { spot: String(spot) } },
    isChanging ? { refreshEvery: progressPause / 1000 } : {},
  );
  const isChangingNow =
    recent.data?.results.some(
      ({ state, undo }) => state === 'running' || undo?.state === 'running',
    ) ?? false;
  if (isChanging !== isChangingNow) setIsChanging(isChangingNow);
  return recent;
}

/** Reads a file; one that the browser cannot read any more is reported as one that is gone. */
async function readContent(file: File): Promise<string> {
  try {
    return await base64Of(file);
  } catch {
    throw new ApiError(0, { detail: csvMessages.upload, code: 'offline' });
  }
}

/** A file that was chosen; choosing it again makes another. */
export interface ChosenFile {
  id: number;
  file: File;
}

let chosen = 0;
export const chooseFile = (file: File): ChosenFile => {
  chosen += 1;
  return { id: chosen, file };
};

/** Uploads a file once, and keeps what names it in the calls that follow. */
const uploadOptions = ({ id, file }: ChosenFile) =>
  queryOptions<string, ApiError>({
    queryKey: ['uploaded file', id],
    queryFn: async () => {
      const headers = { filename: headerName(file.name) };
      return (await call(uploadFile, { headers, body: await readContent(file) })).url;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** How a chosen file would be read; what was read before stays while a choice is sent, and when it can’t be read so. */
export function useFilePreview(spot: number, chosenFile: ChosenFile | null, reading: FileReading) {
  const upload = useQuery({
    ...uploadOptions(chosenFile ?? { id: 0, file: new File([], '') }),
    enabled: chosenFile !== null,
  });
  const body = upload.data ? { spot, csv_url: upload.data, reading } : null;
  const preview = useRead(previewVisitorFile, body && { body });
  const [latest, setLatest] = useState<{ id: number; preview: FilePreview } | null>(null);
  if (chosenFile && preview.data && latest?.preview !== preview.data) {
    setLatest({ id: chosenFile.id, preview: preview.data });
  }
  const isShown = chosenFile !== null && latest?.id === chosenFile.id;
  return {
    preview: isShown ? latest.preview : null,
    isReading: chosenFile !== null && (upload.isFetching || preview.isFetching),
    uploadError: upload.error,
    error: preview.error,
  };
}

interface Sent {
  spot: number;
  code: string;
  chosenFile: ChosenFile;
  reading: FileReading;
}

async function send({ spot, code, chosenFile, reading }: Sent) {
  const options = uploadOptions(chosenFile);
  const csv_url = await queryClient.fetchQuery(options);
  const file = chosenFile.file.name.slice(0, 255);
  try {
    return await call(startVisitorImport, { body: { spot, code, file, csv_url, reading } });
  } catch (error) {
    // The server keeps a file for a day, and the newest few.
    if (error instanceof ApiError && error.fields.csv_url === csvMessages.upload) {
      queryClient.removeQueries(options);
    }
    throw error;
  }
}

/** Has the visitors of a file added. Whatever came of it, the newest import is looked at again. */
export const useSendFile = () =>
  useMutation<unknown, ApiError, Sent>({
    mutationFn: async (upload) => {
      const { result, message } = await send(upload);
      if (result !== 'success') throw new ApiError(200, { detail: message, code: 'internal' });
    },
    onSettled: () => markStale([getVisitorImport, listRecentImports]),
  });
