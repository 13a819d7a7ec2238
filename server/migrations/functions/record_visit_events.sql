-- Written like record_rental_events.
create or replace function lotkeeper.record_visit_events() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, v.type, 'visit', a.pk, a.pk,
        clock_timestamp() + v.place * interval '1 microsecond', 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      cross join lateral (values ('visit.opened', 0, a.entrance_at is not null),
        ('visit.closed', 1, a.exit_at is not null), ('visit.decided', 2, a.decided)) v (type, place, holds)
      where v.holds and v.type = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    else
      insert into webhook_deliveries
        (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries)
      select e.organization_id, gen_random_uuid(), e.pk, v.type, 'visit', a.pk, a.pk,
        clock_timestamp() + v.place * interval '1 microsecond', 0
      from webhook_endpoints e join added a on a.organization_id = e.organization_id and e.removed_at is null
        and e.paused_because is distinct from 'gone'
      join removed r on r.organization_id = a.organization_id and r.pk = a.pk
      cross join lateral (values
        ('visit.opened', 0, a.entrance_at is not null and r.entrance_at is null),
        ('visit.closed', 1, a.exit_at is not null and r.exit_at is null),
        ('visit.decided', 2, a.decided
          and (not r.decided or a.status <> r.status or a.outcome is distinct from r.outcome))) v (type, place, holds)
      where v.holds and v.type = any (e.types) and (e.spot_pks is null or a.spot_pk = any (e.spot_pks))
        and coalesce(current_setting('lotkeeper.webhooks', true), '') <> 'off';
    end if;
    return null;
  end $$;
