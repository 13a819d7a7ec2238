import { useState } from 'react';
import { saveFile } from '../../../kernel/save-file.ts';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import QrCode from '../../../ui/media/qr-code.tsx';

const kinds = ['SVG', 'PNG'] as const;

const loadDrawing = () => import('../../../ui/media/qr-drawing.ts');

async function saveQrCode(kind: (typeof kinds)[number], link: string, name: string) {
  const { makeQrPng, makeQrSvg } = await loadDrawing();
  const content = kind === 'SVG' ? makeQrSvg(link) : await makeQrPng(link);
  const words = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  saveFile(`${words || 'property'}-QR-code.${kind.toLowerCase()}`, content);
}

/** The QR code of a booking link, which is saved for signs and print. */
export default function QrDialog(props: { link: string; name: string; onClose: () => void }) {
  const { link, name, onClose } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const save = (kind: (typeof kinds)[number]) => {
    setFailure(null);
    saveQrCode(kind, link, name).catch((error: unknown) => {
      const reason = error instanceof Error ? ` ${error.message}` : '';
      setFailure(`Could not create the file.${reason}`);
    });
  };
  return (
    <Dialog title={`QR code of ${name}`} size="question" onClose={onClose}>
      <QrCode text={link} label={`QR code of ${link}`} />
      <div className="ui-row ui-top-wide">
        {kinds.map((kind) => (
          <DownloadButton key={kind} onClick={() => save(kind)}>
            Download {kind}
          </DownloadButton>
        ))}
      </div>
      <FailureText>{failure}</FailureText>
    </Dialog>
  );
}
