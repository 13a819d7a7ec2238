import type { FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import {
  getVisitorImport,
  listRecentImports,
  previewVisitorFile,
  progressPause,
  startVisitorImport,
} from '@lotkeeper/contract/intake/visitors-csv';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../kernel/api.ts';
import { markStale, useRead } from '../../../kernel/queries.ts';
import type { ChosenFile } from '../files/public.ts';
import { sendUpload, useUploadPreview } from '../files/public.ts';

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

export const useFilePreview = (spot: number, chosenFile: ChosenFile | null, reading: FileReading) =>
  useUploadPreview(previewVisitorFile, chosenFile, (csv_url) => ({
    body: { spot, csv_url, reading },
  }));

interface Sent {
  spot: number;
  code: string;
  chosenFile: ChosenFile;
  reading: FileReading;
}

/** Adds the visitors of a file. Whatever the result, the newest import is refetched. */
export const useSendFile = () =>
  useMutation<unknown, ApiError, Sent>({
    mutationFn: async ({ spot, code, chosenFile, reading }) => {
      const { result, message } = await sendUpload(chosenFile, (file) =>
        call(startVisitorImport, { body: { ...file, spot, code, reading } }),
      );
      if (result !== 'success') throw new ApiError(200, { detail: message, code: 'internal' });
    },
    onSettled: () => markStale([getVisitorImport, listRecentImports]),
  });
