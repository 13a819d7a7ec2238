import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  isPlateHere,
  updateValetSession,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { pickShown } from '../../../kernel/changes.ts';
import { now } from '../../../kernel/clock.ts';
import { formatPhone } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { explainDisabled } from '../../../ui/form/form.tsx';
import { ProceedButton } from '../../../ui/form/form-failure.tsx';
import { useRefusedField } from '../../../ui/form/use-form.ts';
import type { Kept } from './done-step.tsx';
import { keptAs } from './done-step.tsx';
import type { StoredDraft } from './drafts.ts';
import { draftFor, dropDraft, keepDraft } from './drafts.ts';
import { Failed } from './failed.tsx';
import type { Outgoing } from './outbox.ts';
import { PhotoStrip } from './photo-strip.tsx';
import type { Stand } from './stand.ts';
import classes from './valet.module.css';
import type { CarDraft } from './valet.rules.ts';
import {
  describeFailure,
  formatCar,
  isComplete,
  listRequired,
  toBody,
  toChange,
  toDraft,
} from './valet.rules.ts';
import { VehicleFields } from './vehicle-fields.tsx';

export interface VehicleStepProps {
  stand: Stand;
  kind: StoredDraft['kind'];
  session: ValetSession;
  outgoing: readonly Outgoing[];
  submitLabel: string;
  /** Called with the result, which may still be waiting for a signal. */
  onSaved: (saved: { session: ValetSession; delivery: Kept }) => void;
  onClose: () => void;
  /** The driver's code has to be entered again. */
  onCodeNeeded?: () => void;
}

/** What is typed about a car, stored in this tab until it's sent. */
function useDraft({ stand, kind, session }: VehicleStepProps) {
  const [values, setValues] = useState<CarDraft>(
    () => draftFor({ by: stand.by, kind }, session.uuid)?.typed ?? toDraft(session, stand.homePair),
  );
  const keep = (next: CarDraft, open = true) =>
    keepDraft({ kind, spot: stand.lot.pk, by: stand.by, session, typed: next, at: now(), open });
  return {
    typed: values,
    change: (next: CarDraft) => {
      setValues(next);
      keep(next);
    },
    /** The dialog closes; the input is restored when it opens again. */
    close: () => draftFor({ by: stand.by, kind }, session.uuid) && keep(values, false),
    drop: () => dropDraft(kind, session.uuid),
  };
}

/** Sends the input, or keeps it until there is a signal. */
function useSave(props: VehicleStepProps, draft: ReturnType<typeof useDraft>) {
  const { stand, kind, session, onSaved } = props;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const save = async (
    shownFields: object = pickShown(updateValetSession, session),
    confirmation: { despite_plate?: true } = {},
  ) => {
    setPending(true);
    const request =
      kind === 'edit'
        ? { kind, body: { ...toChange(draft.typed, session), shown: shownFields } }
        : { kind, body: { ...toBody(draft.typed), ...confirmation } };
    const outcome = await stand.outbox.add({
      id: crypto.randomUUID(),
      by: stand.by,
      name: draft.typed.noPlate ? formatCar(draft.typed) : draft.typed.plate.trim(),
      at: now(),
      session: session.uuid,
      ...request,
    });
    setPending(false);
    if (outcome.kind === 'refused') {
      const { current } = outcome.error;
      if (current) outcome.error.proceed = () => void save(current);
      return setError(outcome.error);
    }
    draft.drop();
    void stand.outbox.release((item) => 'session' in item && item.session === session.uuid);
    const saved =
      outcome.kind === 'waiting' ? { ...session, ...toPreview(draft.typed) } : outcome.answer;
    onSaved({ session: saved, delivery: keptAs(outcome) });
  };
  return { save, pending, error };
}

/** The session as the draft will make it. */
function toPreview(values: CarDraft): Partial<ValetSession> {
  const { plate, state, country } = toBody(values);
  const { make, model, color, key_tag } = values;
  const car_details = plate && state && country ? { plate, state, country } : null;
  return { status: 'active', car_details, make, model, color, key_tag: key_tag || null };
}

/** Asks for a session's car, with photos, and sends it. */
export function VehicleStep(props: VehicleStepProps) {
  const { stand, kind, session, outgoing, submitLabel, onClose, onCodeNeeded } = props;
  const draft = useDraft(props);
  const { save, pending, error } = useSave(props, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(draft.typed) && !pending) void save();
  };
  const ref = useRefusedField(error);
  const codeNeeded = error?.status === 409 && error.message === valetMessages.enterCode;
  return (
    <form ref={ref} className={form.form} onSubmit={submit} noValidate>
      <p className="ui-dimmed">Driver {formatPhone(session.phone)}</p>
      <VehicleFields
        values={draft.typed}
        onChange={draft.change}
        problems={error?.fields ?? {}}
        mayLackPlate={kind === 'check-in' || session.car_details === null}
      />
      {isPlateHere(error?.fields.plate ?? '') ? (
        <Button
          variant="default"
          size="lg"
          onClick={() => void save(undefined, { despite_plate: true })}
        >
          It’s another car: check in
        </Button>
      ) : null}
      <PhotoStrip stand={stand} session={session} outgoing={outgoing} held={kind === 'check-in'} />
      {error && Object.keys(error.fields).length === 0 ? (
        <Failed failure={describeFailure(error)} />
      ) : null}
      <ProceedButton error={error} />
      <p className="ui-dimmed" role="status">
        {explainDisabled(
          listRequired(draft.typed),
          kind === 'edit' ? 'save the car' : 'check the car in',
        )}
      </p>
      <div className={`${form.buttons} ${classes.thumb}`}>
        <Button
          variant="default"
          size="lg"
          onClick={() => {
            draft.close();
            onClose();
          }}
        >
          Cancel
        </Button>
        {codeNeeded && onCodeNeeded ? (
          <Button size="lg" onClick={onCodeNeeded}>
            Enter the code
          </Button>
        ) : (
          <Button type="submit" size="lg" loading={pending} disabled={!isComplete(draft.typed)}>
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  );
}
