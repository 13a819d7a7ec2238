import type { HistoryReading } from '@lotkeeper/contract/intake/history';
import {
  createHistoryImport,
  listHistoryImports,
  previewHistory,
} from '@lotkeeper/contract/intake/history';
import { progressPause } from '@lotkeeper/contract/intake/visitors-csv';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { markStale, useRead } from '../../../kernel/queries.ts';
import type { ChosenFile } from '../files/public.ts';
import { sendUpload, useUploadPreview } from '../files/public.ts';

/** The organization's newest imports; polled while one is running or being undone. */
export function useHistoryImports(organizationId: string) {
  const [isChanging, setIsChanging] = useState(false);
  const imports = useRead(
    listHistoryImports,
    { params: { orgId: organizationId } },
    isChanging ? { refreshEvery: progressPause / 1000 } : {},
  );
  const isChangingNow =
    imports.data?.results.some(
      ({ state, undo }) => state === 'running' || undo?.state === 'running',
    ) ?? false;
  if (isChanging !== isChangingNow) setIsChanging(isChangingNow);
  return imports;
}

export const useHistoryPreview = (
  organizationId: string,
  chosenFile: ChosenFile | null,
  reading: HistoryReading,
) =>
  useUploadPreview(previewHistory, chosenFile, (csv_url) => ({
    params: { orgId: organizationId },
    body: { csv_url, reading },
  }));

interface Sent {
  organizationId: string;
  chosenFile: ChosenFile;
  reading: HistoryReading;
}

/** Starts the import of a file. Whatever the result, the imports are refetched. */
export const useStartImport = () =>
  useMutation<unknown, ApiError, Sent>({
    mutationFn: ({ organizationId, chosenFile, reading }) =>
      sendUpload(chosenFile, (file) =>
        call(createHistoryImport, {
          params: { orgId: organizationId },
          body: { ...file, reading },
        }),
      ),
    onSettled: () => markStale([listHistoryImports]),
  });
