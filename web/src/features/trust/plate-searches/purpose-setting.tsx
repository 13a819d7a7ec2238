import { purposeMinutes } from '@lotkeeper/contract/kernel/searches';
import { getSearchSettings, setSearchSettings } from '@lotkeeper/contract/trust/plate-searches';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './plate-searches.module.css';

/** Whether people must state a purpose before they search. */
export function PurposeSetting({ organizationId }: { organizationId: string }) {
  const params = { id: organizationId };
  const settings = useRead(getSearchSettings, { params });
  const save = useSend(setSearchSettings, [getSearchSettings]);
  return (
    <DataPanel title="Purpose" query={settings} grows skeleton={<Bone />}>
      {({ asks_purpose }) => (
        <>
          <label className={classes.setting}>
            <input
              type="checkbox"
              checked={save.isPending ? !asks_purpose : asks_purpose}
              disabled={save.isPending}
              onChange={(event) =>
                save.mutate({ params, body: { asks_purpose: event.currentTarget.checked } })
              }
              aria-describedby="purpose-hint"
            />
            Ask for a purpose
          </label>
          <p id="purpose-hint" className="ui-dimmed">
            Everyone has to say why before they search for a plate or person, once every{' '}
            {purposeMinutes} minutes.
          </p>
          <FormFailure error={save.error} />
        </>
      )}
    </DataPanel>
  );
}
