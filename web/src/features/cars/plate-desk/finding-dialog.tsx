import type { DeskFinding, DeskItem } from '@lotkeeper/contract/cars/plate-desk';
import { decideDeskItem, previewDeskFindings } from '@lotkeeper/contract/cars/plate-desk';
import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import { useDebouncedValue } from '@mantine/hooks';
import { formatInstantInZone } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { formatPlate } from '../../../shared/plate-text.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import type { DialogVerdict } from './desk-actions.tsx';
import { describeEffects, describeEnds, verdictWords } from './desk-words.ts';
import classes from './plate-desk.module.css';

interface FindingDialogProps {
  organizationId: string;
  item: DeskItem;
  verdict: DialogVerdict;
  isPending: boolean;
  onDecide: (finding: DeskFinding) => void;
  onClose: () => void;
}

interface Values {
  plate: string;
  /** A `country_state` pair; null = not known. */
  pair: string | null;
  other: string | null;
  from: string | null;
  read: string | null;
}

const findPair = (state: string | null) =>
  plateStates.find((known) => known.state === state)?.pair ?? null;

const findState = (pair: string | null) =>
  plateStates.find((known) => known.pair === pair)?.state ?? null;

const toBody = (verdict: DialogVerdict, { plate, pair, other, from, read }: Values) => {
  if (verdict === 'split') return { verdict, from: Number(from) };
  if (verdict === 'completed') return { verdict, read: Number(read) };
  const car = { plate, state: findState(pair) };
  return verdict === 'corrected' ? { verdict, ...car } : { verdict, ...car, other: Number(other) };
};

/** What a person chooses first, as the suggestion says. */
function chooseInitial({ plate, state, suggestion, others }: DeskItem): Values {
  const { finding } = suggestion;
  const other =
    finding?.verdict === 'joined' ? finding.other : others.length === 1 && others[0]?.visit;
  const car = finding && 'plate' in finding ? finding : { plate, state };
  return {
    plate: car.plate,
    pair: findPair(car.state),
    other: other ? String(other) : null,
    from: null,
    read: null,
  };
}

interface EffectProps {
  organizationId: string;
  item: DeskItem;
  finding: DeskFinding;
}

/** What the finding would change, a moment after it was last changed. */
function Effect({ organizationId, item, finding }: EffectProps) {
  const [settled] = useDebouncedValue(finding, 300);
  const { data, error } = useRead(previewDeskFindings, {
    params: { id: organizationId, visit: item.visit },
    body: { findings: [settled] },
  });
  const isNewest = JSON.stringify(settled) === JSON.stringify(finding);
  const effects = isNewest ? data?.effects[0] : undefined;
  const text = effects
    ? describeEffects(effects, finding.verdict, item.spot.timezone)
    : (error?.message ?? 'Finding out what this changes…');
  return <output className={classes.preview}>{text}</output>;
}

/** A finding that needs a plate, another visit, or a read. Shows what it changes before it is done. */
export default function FindingDialog(props: FindingDialogProps) {
  const { organizationId, item, verdict, onDecide, onClose } = props;
  const { spot, others, readings, unread } = item;
  const bodyOf = (values: Values) => toBody(verdict, values);
  const form = useForm<Values>({
    initial: () => chooseInitial(item),
    validate: (values) => ({
      ...findProblems(decideDeskItem.body, bodyOf(values)),
      ...(verdict === 'joined' && values.other === null ? { other: 'Choose a visit.' } : {}),
      ...(verdict === 'split' && values.from === null ? { from: 'Choose a read.' } : {}),
      ...(verdict === 'completed' && values.read === null ? { read: 'Choose a car.' } : {}),
    }),
    send: null,
    onSubmit: (values) => onDecide(bodyOf(values)),
  });
  const { values } = form;
  const other = others.find(({ visit }) => String(visit) === values.other);
  const ownPicture = item.entrance_license_plate_image ?? item.exit_license_plate_image;
  const found = unread.find(({ read }) => String(read) === values.read);
  const pictures = { joined: other?.image, completed: found?.image };
  const picture = verdict in pictures ? pictures[verdict as keyof typeof pictures] : ownPicture;
  const chooseOther = (pk: string) => {
    const chosen = others.find(({ visit }) => String(visit) === pk);
    const car = chosen?.is_known ? chosen : item;
    form.set({ other: pk, plate: car.plate, pair: findPair(car.state) });
  };
  return (
    <Dialog title={verdictWords[verdict].label} size="table" onClose={onClose}>
      <Form form={{ ...form, isPending: props.isPending }} submit="Save" onCancel={onClose}>
        {verdict === 'joined' ? (
          <OneChoice
            label="The other visit"
            options={others.map((option) => ({
              value: String(option.visit),
              label: formatPlate(option),
              description: [
                describeEnds(option, spot.timezone),
                ...(option.is_known ? ['a car you know'] : []),
              ].join(', '),
            }))}
            chosen={values.other}
            onChange={chooseOther}
            error={form.errorFor('other')}
            required
          />
        ) : null}
        {verdict === 'completed' ? (
          <OneChoice
            label={
              item.entrance_timestamp === null ? 'Cars that came unread' : 'Cars that left unread'
            }
            options={unread.map(({ read, captured_at, camera }) => ({
              value: String(read),
              label: formatInstantInZone(captured_at, spot.timezone),
              ...(camera === null ? {} : { description: camera }),
            }))}
            chosen={values.read}
            onChange={(read) => form.set({ read })}
            error={form.errorFor('read')}
            required
          />
        ) : null}
        {picture ? <Picture url={picture} alt="The plate" size="large" /> : null}
        {found && !found.image ? <p className="ui-dimmed">No image</p> : null}
        {verdict === 'split' ? (
          <OneChoice
            label="First read of the second stay"
            options={readings.slice(1).map(({ pk, plate, captured_at, camera, direction }) => ({
              value: String(pk),
              label: formatInstantInZone(captured_at, spot.timezone),
              description: [plate, camera, direction].filter(Boolean).join(', '),
            }))}
            chosen={values.from}
            onChange={(from) => form.set({ from })}
            error={form.errorFor('from')}
            required
          />
        ) : null}
        {verdict === 'corrected' || verdict === 'joined' ? (
          <div className={formClasses.pair}>
            <TextInput
              label="License plate"
              maxLength={24}
              autoComplete="off"
              autoCapitalize="characters"
              required
              data-autofocus
              {...form.text('plate')}
            />
            <StateSelect
              value={values.pair}
              onChoose={(pair) => form.set({ pair })}
              error={form.errorFor('state')}
            />
          </div>
        ) : null}
        {form.isValid ? (
          <Effect organizationId={organizationId} item={item} finding={bodyOf(values)} />
        ) : null}
      </Form>
    </Dialog>
  );
}
