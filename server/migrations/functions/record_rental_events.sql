-- Each statement has the endpoints first, so that it ends at once where there are none. Events of one row of one
-- statement are a microsecond apart. What is imported from before is nothing new: the import sets lotkeeper.webhooks.
-- Nothing is recorded for an endpoint that answered 410 Gone: nobody may ever resume it.
create or replace function lotkeeper.record_rental_events() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, 'rental.created', 'rental', a.pk, a.pk, clock_timestamp(), 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      where 'rental.created' = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    else
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, 'rental.changed', 'rental', a.pk, a.pk, clock_timestamp(), 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      join removed r on r.organization_id = a.organization_id and r.pk = a.pk
      where 'rental.changed' = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and (a.start_date, a.end_date, a.ended_at, a.car_pk, a.paid, a.price_monthly)
          is distinct from (r.start_date, r.end_date, r.ended_at, r.car_pk, r.paid, r.price_monthly)
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    end if;
    return null;
  end $$;
