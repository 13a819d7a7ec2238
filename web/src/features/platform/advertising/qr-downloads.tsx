import { useState } from 'react';
import { saveFile } from '../../../kernel/save-file.ts';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';

const kinds = ['SVG', 'PNG'] as const;

const loadDrawing = () => import('../../../ui/media/qr-drawing.ts');

async function saveQrCode(kind: (typeof kinds)[number], link: string, name: string) {
  const { makeQrPng, makeQrSvg } = await loadDrawing();
  const content = kind === 'SVG' ? makeQrSvg(link) : await makeQrPng(link);
  const words = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  saveFile(`${words || 'property'}-QR-code.${kind.toLowerCase()}`, content);
}

/** Saves the QR code of a booking link, for signs and print. */
export function QrDownloads({ link, name }: { link: string; name: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const save = (kind: (typeof kinds)[number]) => {
    setFailure(null);
    saveQrCode(kind, link, name).catch((error: unknown) => {
      const reason = error instanceof Error ? ` ${error.message}` : '';
      setFailure(`Could not create the file.${reason}`);
    });
  };
  return (
    <>
      {kinds.map((kind) => (
        <DownloadButton key={kind} onClick={() => save(kind)}>
          <span className="ui-hidden">QR code as </span>
          {kind}
          <span className="ui-hidden"> of {name}</span>
        </DownloadButton>
      ))}
      <FailureText>{failure}</FailureText>
    </>
  );
}
