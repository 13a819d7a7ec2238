import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { findNotice } from '@lotkeeper/contract/cars/appeals';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { keptInTab } from '../../../kernel/kept.ts';
import { useTexts } from '../../../kernel/language.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import { DriverLanguage } from '../../../shared/driver-language.tsx';
import { useFirstForm } from '../../../shared/use-first-form.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { appealSpanish } from './appeal-spanish.ts';
import { appealTexts } from './appeal-texts.ts';

const loadViolation = () => import('./your-violation.tsx');

const YourViolation = lazy(() =>
  loadViolation().then((loaded) => ({ default: loaded.YourViolation })),
);

/** The page named on a notice: a driver sees the evidence of their violation, and appeals it. */
export function AppealPage({ code }: { code: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <DriverLanguage spanish={appealSpanish}>
        {(languageSwitch) => <FindOrAppeal code={code} languageSwitch={languageSwitch} />}
      </DriverLanguage>
    </QueryClientProvider>
  );
}

/** The violation that this tab shows. */
const lastFound = 'appeal-of';

function FindOrAppeal({ code, languageSwitch }: { code: string; languageSwitch: ReactNode }) {
  const { title, subtitle } = useTexts(appealTexts);
  const [notice, setNotice] = useState<Notice | null>(null);
  const found = (foundNotice: Notice) => {
    const { code: number, plate } = foundNotice.ticket;
    keptInTab.keep(lastFound, JSON.stringify({ code: number, plate }));
    // The form stays until the code for the violation is there.
    startTransition(() => setNotice(foundNotice));
  };
  const leave = () => {
    keptInTab.forget(lastFound);
    setNotice(null);
  };
  // Loaded while the driver types.
  useEffect(() => void loadViolation().catch(() => undefined), []);
  return (
    <PublicPage title={title} subtitle={subtitle} beside={languageSwitch}>
      <Suspense fallback={null}>
        {notice ? (
          <YourViolation notice={notice} onChange={setNotice} onLeave={leave} />
        ) : (
          <FindForm code={code} onFound={found} />
        )}
      </Suspense>
    </PublicPage>
  );
}

function FindForm({ code, onFound }: { code: string; onFound: (notice: Notice) => void }) {
  const texts = useTexts(appealTexts);
  const find = useSend(findNotice);
  const form = useForm({
    initial: { code, plate: '' },
    validate: (values) => findProblems(findNotice.body, values),
    send: find,
    onSubmit: (body) => find.mutate({ body }, { onSuccess: onFound }),
  });
  const hasTyped = useRef(false);
  useFirstForm((values) => {
    hasTyped.current = Boolean(values.plate);
    form.set(values);
  });
  // After a reload the driver continues where they were.
  useRunOnce(() => {
    const last = keptInTab.readJson(lastFound) as { code: string; plate: string } | null;
    if (!last || hasTyped.current || (code && code !== last.code)) return;
    form.set(last);
    find.mutate({ body: last }, { onSuccess: onFound });
  });
  return (
    <Panel>
      <Form form={form} submit={texts.find}>
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          required
          name="code"
          {...form.text('code')}
        />
        <TextInput
          label={texts.plate}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          required
          name="plate"
          {...form.text('plate')}
        />
      </Form>
    </Panel>
  );
}
