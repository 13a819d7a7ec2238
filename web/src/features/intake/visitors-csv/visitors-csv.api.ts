import type { FilePreview, FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import {
  csvMessages,
  getVisitorImport,
  listRecentImports,
  previewVisitorFile,
  progressPause,
  startVisitorImport,
} from '@lotkeeper/contract/intake/visitors-csv';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../kernel/api.ts';
import { markStale, queryClient, useRead } from '../../../kernel/queries.ts';
import type { ChosenFile } from '../files/public.ts';
import { uploadOptions } from '../files/public.ts';

/** The newest file of a property; polled while `watching`. */
export const useVisitorImport = (spot: number, watching: boolean) =>
  useRead(
    getVisitorImport,
    { query: { spot: String(spot) } },
    watching ? { refreshEvery: progressPause / 1000 } : {},
  );

/** The uploads of the last 24 hours; polled while one is being added or undone. */
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

/** The preview of a chosen file; the previous one stays while a choice is being sent, and when it can’t be applied. */
export function useFilePreview(spot: number, chosenFile: ChosenFile | null, reading: FileReading) {
  const uploading = useQuery({
    ...uploadOptions(chosenFile ?? { id: 0, file: new File([], '') }),
    enabled: chosenFile !== null,
  });
  const body = uploading.data ? { spot, csv_url: uploading.data, reading } : null;
  const preview = useRead(previewVisitorFile, body && { body });
  const [latest, setLatest] = useState<{ id: number; preview: FilePreview } | null>(null);
  if (chosenFile && preview.data && latest?.preview !== preview.data) {
    setLatest({ id: chosenFile.id, preview: preview.data });
  }
  const isShown = chosenFile !== null && latest?.id === chosenFile.id;
  return {
    preview: isShown ? latest.preview : null,
    isReading: chosenFile !== null && (uploading.isFetching || preview.isFetching),
    uploadError: uploading.error,
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
    // The server keeps files for a day, and only the newest few.
    if (error instanceof ApiError && error.fields.csv_url === csvMessages.upload) {
      queryClient.removeQueries(options);
    }
    throw error;
  }
}

/** Adds the visitors of a file. Whatever the result, the newest import is refetched. */
export const useSendFile = () =>
  useMutation<unknown, ApiError, Sent>({
    mutationFn: async (file) => {
      const { result, message } = await send(file);
      if (result !== 'success') throw new ApiError(200, { detail: message, code: 'internal' });
    },
    onSettled: () => markStale([getVisitorImport, listRecentImports]),
  });
