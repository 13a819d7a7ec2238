import {
  downloadPlateSearches,
  listPlateSearchers,
} from '@lotkeeper/contract/trust/plate-searches';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import type { SearchFilters } from './plate-searches-search.ts';
import { PurposeSetting } from './purpose-setting.tsx';
import { SearchesPanel } from './searches-panel.tsx';

interface PlateSearchesPageProps extends FilterProps<SearchFilters> {
  organizationId: string;
}

const everyone = 'everyone';

/** Every search for a plate or person: who searched, and why. */
export function PlateSearchesPage(props: PlateSearchesPageProps) {
  const { organizationId, filters, onFilter } = props;
  const { person, search } = filters;
  const params = { id: organizationId };
  const people = useRead(listPlateSearchers, { params });
  const file = useDownload(downloadPlateSearches);
  return (
    <>
      <PageHeader
        title="Plate Searches"
        subtitle="Who searched for a plate or person, when, where, and what for"
        actions={
          <DownloadButton
            loading={file.isPending}
            onClick={() =>
              file.mutate({
                params,
                query: { ...(person ? { person } : {}), ...(search ? { search } : {}) },
              })
            }
          />
        }
      />
      <FormFailure error={file.error} />
      <div className="ui-stack">
        <PurposeSetting organizationId={organizationId} />
        <div className="ui-fields" role="search">
          <SearchSelect
            label="Person"
            options={[
              { value: everyone, label: 'Everyone' },
              ...(people.data ?? []).map(({ pk, name }) => ({ value: String(pk), label: name })),
            ]}
            value={person ?? everyone}
            onChoose={(chosen) =>
              onFilter({ ...filters, person: chosen === everyone ? undefined : chosen })
            }
          />
          <SearchField
            label="Plate, name, or number"
            value={search ?? ''}
            minLength={2}
            maxLength={40}
            onSearch={(text) => onFilter({ ...filters, search: text }, 'replace')}
          />
        </div>
        <SearchesPanel
          {...{ organizationId, person, search }}
          personName={people.data?.find(({ pk }) => String(pk) === person)?.name}
          onClear={() => onFilter({})}
        />
      </div>
    </>
  );
}
