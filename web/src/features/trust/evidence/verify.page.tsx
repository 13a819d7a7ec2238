import { useRef } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { PacketResult } from './packet-result.tsx';
import { useVerification } from './use-verification.ts';
import classes from './verify.module.css';

/** Verifies an evidence packet in the browser, for anyone who received one. */
export function VerifyPage() {
  const { state, verify, reset } = useVerification();
  const chooser = useRef<HTMLDivElement>(null);
  const startOver = () => {
    reset();
    chooser.current?.querySelector('input')?.focus();
  };
  return (
    <PublicPage
      title="Verify Evidence"
      subtitle="See what an evidence packet proves. It is read in your browser and sent nowhere."
    >
      <Panel>
        <div ref={chooser}>
          <FileDrop
            label="Evidence packet"
            accept=".zip,application/zip"
            hint="The ZIP as you received it, up to 20 MB"
            file={state.phase === 'empty' ? null : state.file}
            onChoose={verify}
          />
        </div>
      </Panel>
      {state.phase === 'reading' ? (
        <output className={classes.reading}>
          <progress aria-label="Verifying" />
          Verifying {state.file.name}…
        </output>
      ) : null}
      {state.phase === 'done' ? (
        <>
          <PacketResult verdict={state.verdict} fileName={state.file.name} />
          <div>
            <Button variant="default" onClick={startOver}>
              Verify another packet
            </Button>
          </div>
        </>
      ) : null}
    </PublicPage>
  );
}
