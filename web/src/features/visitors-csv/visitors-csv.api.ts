import {
  csvMessages,
  getVisitorImport,
  listRecentImports,
  progressPause,
  startVisitorImport,
  uploadFile,
} from '@lotkeeper/contract/visitors-csv';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../kernel/api.ts';
import { markStale, useRead } from '../../kernel/queries.ts';
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

async function send(upload: { spot: number; code: string; file: File }) {
  const { spot, code, file } = upload;
  const headers = { filename: headerName(file.name) };
  const { url } = await call(uploadFile, { headers, body: await readContent(file) });
  const name = file.name.slice(0, 255);
  return call(startVisitorImport, { body: { spot, code, file: name, csv_url: url } });
}

/** Uploads a file and has its visitors added. Whatever came of it, the newest import is looked at again. */
export const useSendFile = () =>
  useMutation<unknown, ApiError, { spot: number; code: string; file: File }>({
    mutationFn: async (upload) => {
      const { result, message } = await send(upload);
      if (result !== 'success') throw new ApiError(200, { detail: message, code: 'internal' });
    },
    onSettled: () => markStale([getVisitorImport, listRecentImports]),
  });
