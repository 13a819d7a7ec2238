-- A message that the receiver never takes while it takes others is given up, so that what follows about the same
-- subject goes. What waits behind another message of its subject is marked when it's met, so that a claim doesn't meet it
-- again before that one is done.
alter table webhook_deliveries add column given_up_at timestamptz;
alter table webhook_deliveries add column blocked boolean not null default false;
comment on column webhook_deliveries.given_up_at is 'it failed for three days while others were taken';
comment on column webhook_deliveries.blocked is 'an earlier one about the same subject isn''t done';

-- Nothing is recorded for an endpoint that answered 410 Gone: nobody may ever resume it. Else the functions are those of
-- 0153_webhooks.sql.
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
