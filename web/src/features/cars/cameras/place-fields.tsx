import type { Lane } from '@lotkeeper/contract/cars/cameras';
import { lanes } from '@lotkeeper/contract/cars/cameras';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { useRead } from '../../../kernel/queries.ts';
import { settings as support } from '../../../kernel/settings.ts';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { describeVisibility } from './visibility-note.ts';

/** The form values of a location. */
export interface CameraSettings {
  name: string;
  spot_pk: number | null;
  direction: Lane | null;
}

/** The options for no choice. */
const nowhere = 'nowhere';
const anyDirection = 'anyDirection';

/** Name, property, and direction of a camera or of a connection. */
export function PlaceFields(props: {
  organizationId: string;
  settings: CameraSettings;
  onChange: (change: Partial<CameraSettings>) => void;
  errorFor: (field: string) => string | undefined;
  nameHint: string;
  directionHint?: string | undefined;
}) {
  const { organizationId, settings, onChange, errorFor } = props;
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  const chosen = spots.data?.find(({ pk }) => pk === settings.spot_pk);
  const note = chosen ? describeVisibility(chosen, support.support_email) : null;
  const properties = (spots.data ?? []).map(({ pk, name }) => ({ value: String(pk), label: name }));
  return (
    <>
      <TextInput
        label="Name"
        description={props.nameHint}
        value={settings.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorFor('name')}
        maxLength={80}
        data-autofocus
        required
      />
      <SearchSelect
        label="Property"
        description={note ?? undefined}
        options={[{ value: nowhere, label: 'Not known yet' }, ...properties]}
        value={settings.spot_pk === null ? nowhere : String(settings.spot_pk)}
        onChoose={(value) => onChange({ spot_pk: value === nowhere ? null : Number(value) })}
        error={errorFor('spot_pk')}
      />
      <SearchSelect
        label="Direction"
        description={props.directionHint}
        options={[
          { value: anyDirection, label: 'Both, or reported by the camera' },
          ...lanes.map((lane) => ({ value: lane, label: lane })),
        ]}
        value={settings.direction ?? anyDirection}
        onChoose={(value) => onChange({ direction: lanes.find((lane) => lane === value) ?? null })}
        error={errorFor('direction')}
      />
    </>
  );
}
