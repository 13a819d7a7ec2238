import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import {
  commissionBaseNames,
  commissionBases,
} from '@lotkeeper/contract/platform/organization-terms';
import { SearchSelect } from '../../../ui/form/search-select.tsx';

const options = commissionBaseNames.map((value) => ({
  value,
  label: commissionBases[value].replace(/^./, (letter) => letter.toUpperCase()),
}));

/** What the commission is a share of. */
export const CommissionBaseSelect = (props: {
  value: CommissionBase;
  onChoose: (base: CommissionBase) => void;
}) => <SearchSelect label="Commission on" options={options} {...props} />;
