-- Written like record_rental_events.
create or replace function lotkeeper.record_payout_events() returns trigger
  language plpgsql as $$
  begin
    insert into webhook_deliveries
      (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
    select e.organization_id, gen_random_uuid(), e.pk, 'payout.' || a.state, 'payout', a.pk, a.pk, clock_timestamp(), 0
    from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
      and e.paused_because is distinct from 'gone'
    join removed r on r.organization_id = a.organization_id and r.pk = a.pk and r.state <> a.state
    where e.spot_pks is null and 'payout.' || a.state = any (e.types);
    return null;
  end $$;
