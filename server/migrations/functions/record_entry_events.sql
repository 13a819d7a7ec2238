-- Written like record_rental_events.
create or replace function lotkeeper.record_entry_events() returns trigger
  language plpgsql as $$
  begin
    insert into webhook_deliveries
      (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
    select e.organization_id, gen_random_uuid(), e.pk, v.type,
      case when a.rental_pk is not null then 'rental' when a.violation_pk is not null then 'violation' else 'payment' end,
      coalesce(a.rental_pk, a.violation_pk, a.pk), a.pk, clock_timestamp(), 0
    from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
      and e.paused_because is distinct from 'gone'
    cross join lateral (
      select case a.kind when 'refund' then 'refund.recorded' else 'payment.recorded' end as type) v
    where a.kind <> 'payout' and v.type = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
      and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    return null;
  end $$;
