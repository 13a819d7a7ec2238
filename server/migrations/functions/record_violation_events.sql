-- Written like record_rental_events.
create or replace function lotkeeper.record_violation_events() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, v.type, 'violation', a.pk, a.pk,
        clock_timestamp() + v.place * interval '1 microsecond', 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      cross join lateral (values ('violation.opened', 0, true), ('violation.paid', 1, a.status = 'Paid'),
        ('violation.waived', 1, a.status = 'Waived')) v (type, place, holds)
      where v.holds and v.type = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    else
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, v.type, 'violation', a.pk, a.pk, clock_timestamp(), 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      join removed r on r.organization_id = a.organization_id and r.pk = a.pk and r.status <> a.status
      cross join lateral (values (case a.status when 'Paid' then 'violation.paid' when 'Waived' then 'violation.waived'
        else 'violation.opened' end)) v (type)
      where v.type = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    end if;
    return null;
  end $$;
