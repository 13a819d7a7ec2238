import type { HistoryPreview, HistoryReading } from '@lotkeeper/contract/intake/history';
import {
  createHistoryImport,
  listHistoryImports,
  previewHistory,
} from '@lotkeeper/contract/intake/history';
import { csvMessages, progressPause } from '@lotkeeper/contract/intake/visitors-csv';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../kernel/api.ts';
import { markStale, queryClient, useRead } from '../../../kernel/queries.ts';
import type { ChosenFile } from '../files/public.ts';
import { uploadOptions } from '../files/public.ts';

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

/** The preview of a chosen file; the previous one stays while a choice is being sent. */
export function useHistoryPreview(
  organizationId: string,
  chosenFile: ChosenFile | null,
  reading: HistoryReading,
) {
  const upload = useQuery({
    ...uploadOptions(chosenFile ?? { id: 0, file: new File([], '') }),
    enabled: chosenFile !== null,
  });
  const params = { orgId: organizationId };
  const input = upload.data ? { params, body: { csv_url: upload.data, reading } } : null;
  const preview = useRead(previewHistory, input);
  const [latest, setLatest] = useState<{ id: number; preview: HistoryPreview } | null>(null);
  if (chosenFile && preview.data && latest?.preview !== preview.data) {
    setLatest({ id: chosenFile.id, preview: preview.data });
  }
  return {
    preview: chosenFile !== null && latest?.id === chosenFile.id ? latest.preview : null,
    isReading: chosenFile !== null && (upload.isFetching || preview.isFetching),
    error: upload.error ?? preview.error,
  };
}

interface Sent {
  organizationId: string;
  chosenFile: ChosenFile;
  reading: HistoryReading;
}

/** Starts the import of a file. Whatever the result, the imports are refetched. */
export const useStartImport = () =>
  useMutation<unknown, ApiError, Sent>({
    mutationFn: async ({ organizationId, chosenFile, reading }) => {
      const options = uploadOptions(chosenFile);
      const csv_url = await queryClient.fetchQuery(options);
      const body = { csv_url, file: chosenFile.file.name.slice(0, 255), reading };
      try {
        return await call(createHistoryImport, { params: { orgId: organizationId }, body });
      } catch (error) {
        // The server keeps files for a day, and only the newest few.
        if (error instanceof ApiError && error.fields.csv_url === csvMessages.upload) {
          queryClient.removeQueries(options);
        }
        throw error;
      }
    },
    onSettled: () => markStale([listHistoryImports]),
  });
