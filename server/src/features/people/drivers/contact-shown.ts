import type { Fragment, Sql } from '../../../kernel/data/database.ts';

/** SQL for whether the rate of rental `r` at property `s` allows showing the driver's name, email, and phone. */
export const isContactShown = (sql: Sql): Fragment => sql`
  case r.rental_type when 'daily' then s.contact_info_daily when 'flat_rate' then s.contact_info_flat
    when 'hourly' then s.contact_info_hourly when 'free_until_hourly' then s.contact_info_hourly
    else true end`;
