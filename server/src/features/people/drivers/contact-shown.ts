import type { Fragment, Sql } from '../../../kernel/data/database.ts';

/** Whether the rate of rental `r` at property `s` lets the driver's name, e-mail and phone be reported. */
export const isContactShown = (sql: Sql): Fragment => sql`
  case r.rental_type when 'daily' then s.contact_info_daily when 'flat_rate' then s.contact_info_flat
    when 'hourly' then s.contact_info_hourly when 'free_until_hourly' then s.contact_info_hourly
    else true end`;
