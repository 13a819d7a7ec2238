import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createSpot } from '@lotkeeper/contract/superuser';

type Body = InputOf<typeof createSpot>['body'];

/** The form as typed. */
export interface Draft {
  name: string;
  address_line1: string;
  city: string;
  state: string;
  timezone: string;
  classification: string;
  quantity: string;
  quantity_monthly: string;
  price_hourly: string;
  price_daily: string;
  price_monthly: string;
}

export const emptyDraft: Draft = {
  name: '',
  address_line1: '',
  city: '',
  state: '',
  timezone: '',
  classification: 'Surface Lot',
  quantity: '',
  quantity_monthly: '0',
  price_hourly: '',
  price_daily: '',
  price_monthly: '',
};

/** Dollars as typed to whole cents; null when empty, NaN when it is no price (the server then says so). */
export function toCents(dollars: string): number | null {
  const typed = dollars.trim().replace(/^\$/, '').replaceAll(',', '');
  if (!typed) return null;
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : Number.NaN;
}

const toCount = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** Whether everything that must be there is there. */
export function isComplete(draft: Draft): boolean {
  return [
    draft.name,
    draft.address_line1,
    draft.city,
    draft.state,
    draft.timezone,
    draft.quantity,
  ].every((value) => value.trim() !== '');
}

/** The form on the wire. */
export function toBody(draft: Draft, organization: number): Body {
  return {
    organization,
    name: draft.name,
    address_line1: draft.address_line1,
    city: draft.city,
    state: draft.state,
    timezone: draft.timezone,
    classification: draft.classification as Body['classification'],
    quantity: toCount(draft.quantity),
    quantity_monthly: toCount(draft.quantity_monthly || '0'),
    price_hourly: toCents(draft.price_hourly),
    price_daily: toCents(draft.price_daily),
    price_monthly: toCents(draft.price_monthly),
  };
}
