import { useRef } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
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
    <main className={classes.page}>
      <p className={classes.brand}>
        <Brand />
      </p>
      <PageHeader
        title="Verify Evidence"
        subtitle="See what an evidence packet proves. It is read in your browser and sent nowhere."
      />
      <div className={classes.stack}>
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
      </div>
    </main>
  );
}
