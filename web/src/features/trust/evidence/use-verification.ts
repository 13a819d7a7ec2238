import { listSealKeys } from '@lotkeeper/contract/trust/seals';
import { maxZipBytes } from '@lotkeeper/evidence/packet-zip';
import type { Verdict } from '@lotkeeper/evidence/verify-packet';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import { useRef, useState } from 'react';
import { call } from '../../../kernel/api.ts';

/** The state of a file's verification. */
export type Verification =
  | { phase: 'empty' }
  | { phase: 'reading'; file: File }
  | { phase: 'done'; file: File; verdict: Verdict };

const unreadable = (message: string): Verdict => ({
  verdict: 'unreadable',
  findings: [{ subject: 'packet', message }],
});

/** The fingerprints of this installation's keys; null when they can't be fetched. */
const fetchKeys = (): Promise<string[] | null> =>
  call(listSealKeys, {}).then(
    (keys) => keys.map(({ fingerprint }) => fingerprint),
    () => null,
  );

/** Lets the browser paint before work that blocks it. */
const waitForPaint = () => new Promise<void>((resolve) => setTimeout(resolve, 30));

async function verifyFile(file: File): Promise<Verdict> {
  if (file.size > maxZipBytes)
    return unreadable('The file is larger than a packet can be (20 MB).');
  const [keys, content] = await Promise.all([
    fetchKeys(),
    file.arrayBuffer().catch(() => null),
    waitForPaint(),
  ]);
  if (!content) return unreadable('The file can’t be read. If it is a folder, choose the ZIP.');
  return await verifyPacket(new Uint8Array(content), keys ? { trustedKeys: keys } : {});
}

/** Verifies the file chosen last; the result of an earlier one is dropped. */
export function useVerification() {
  const [state, setState] = useState<Verification>({ phase: 'empty' });
  const newest = useRef<File | null>(null);
  const verify = (file: File) => {
    newest.current = file;
    setState({ phase: 'reading', file });
    void verifyFile(file).then((verdict) => {
      if (newest.current === file) setState({ phase: 'done', file, verdict });
    });
  };
  const reset = () => {
    newest.current = null;
    setState({ phase: 'empty' });
  };
  return { state, verify, reset };
}
