-- A visitor is one car at one property; what gives it the right to park are its sessions.

alter table visitor_sessions add column ended_at timestamptz;
comment on column visitor_sessions.ended_at is 'taken back: by another code, or with the visitor';

-- What visitors hold today, as sessions.
insert into visitor_sessions (organization_id, visitor_pk, kind, starts_at, ends_at)
select organization_id, pk, case when is_always_valid then 'always' else 'until' end, created_at,
  case when is_always_valid then null else valid_until end
from visitors where is_always_valid or valid_until is not null;

-- Of several rows of one car at one property the newest stays, with the times of all.
with ranked as (
  select organization_id, pk, first_value(pk) over same_car as kept,
    bool_or(is_always_valid) over all_of_it as always, max(valid_until) over all_of_it as until
  from visitors
  window same_car as (partition by organization_id, spot_pk, car_pk order by created_at desc, pk desc),
    all_of_it as (partition by organization_id, spot_pk, car_pk)
), moved as (
  update visitor_sessions s set visitor_pk = r.kept from ranked r
  where s.organization_id = r.organization_id and s.visitor_pk = r.pk and r.kept <> r.pk
)
update visitors v set is_always_valid = r.always, valid_until = r.until
from ranked r where v.organization_id = r.organization_id and v.pk = r.pk and r.kept = r.pk;
delete from visitors v where exists (
  select from visitors o where o.organization_id = v.organization_id and o.spot_pk = v.spot_pk
    and o.car_pk = v.car_pk and (o.created_at, o.pk) > (v.created_at, v.pk));

drop index visitors_valid;
alter table visitors
  drop column source,
  drop column external_id,
  add column during_events boolean not null default false,
  add column deleted_at timestamptz,
  add column asked_at timestamptz,
  add column request uuid,
  add column plate_key text,
  add column lasts_until timestamptz not null generated always as (
    case when is_always_valid or during_events then 'infinity'::timestamptz
      else coalesce(valid_until, '-infinity'::timestamptz) end) stored;
update visitors v set plate_key = c.plate_key
from cars c where c.organization_id = v.organization_id and c.pk = v.car_pk;
alter table visitors
  alter column plate_key set not null,
  add column search_text text not null generated always as (
    plate_key || E'\n' || upper(coalesce(name, '')) || E'\n'
      || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) stored;
comment on column visitors.plate_key is 'as the car has it';
comment on column visitors.during_events is 'by a code of an event that comes again and again';
comment on column visitors.valid_until is 'the latest end of its sessions, as far as they have one';
comment on column visitors.deleted_at is 'the right to park ended then; name and phone are gone';
comment on column visitors.asked_at is 'waits at the kiosk to be validated, since then';
comment on column visitors.request is 'the newest of its requests: sent again it changes nothing';
comment on column visitors.search_text is 'plate without spaces and dashes, name in capitals, digits of the phone, a line each';
comment on column visitors.lasts_until is 'until when it may park at most: infinity = no end known, -infinity = never had the right';

create unique index visitors_of_car on visitors (organization_id, spot_pk, car_pk) where deleted_at is null;
create index visitors_by_end on visitors (organization_id, spot_pk, lasts_until, pk) where deleted_at is null;
create index visitors_waiting on visitors (organization_id, spot_pk, asked_at)
  where asked_at is not null and deleted_at is null;
create index visitors_search on visitors using gin (search_text gin_trgm_ops) where deleted_at is null;

-- How many visitors run out in each hour: what a list of a million counts its pages by.
create table visitor_hours (
  organization_id bigint not null references organizations,
  spot_pk bigint not null,
  ends_in timestamptz not null,
  visitors bigint not null,
  primary key (organization_id, spot_pk, ends_in),
  foreign key (organization_id, spot_pk) references spots
);
comment on column visitor_hours.ends_in is 'the beginning of the hour of lasts_until';

-- A statement that adds some and changes others counts twice: writers of a property take turns, or each
-- would hold an hour that another waits for.
create function lotkeeper.take_turns_at(organization bigint, spot bigint) returns void
  language sql as $$
    select pg_advisory_xact_lock(hashtextextended('visitors of ' || organization || ' ' || spot, 0))
  $$;

create function lotkeeper.count_new_visitors() returns trigger
  language plpgsql as $$
  begin
    perform lotkeeper.take_turns_at(organization_id, spot_pk) from (
      select distinct organization_id, spot_pk from added order by organization_id, spot_pk) s;
    insert into visitor_hours (organization_id, spot_pk, ends_in, visitors)
    select organization_id, spot_pk, date_trunc('hour', lasts_until, 'UTC') as hour, count(*) from added
    where deleted_at is null and lasts_until <> '-infinity'
    group by organization_id, spot_pk, hour order by organization_id, spot_pk, hour
    on conflict (organization_id, spot_pk, ends_in) do update
      set visitors = visitor_hours.visitors + excluded.visitors;
    return null;
  end $$;

create function lotkeeper.count_changed_visitors() returns trigger
  language plpgsql as $$
  begin
    perform lotkeeper.take_turns_at(organization_id, spot_pk) from (
      select distinct organization_id, spot_pk from after_it order by organization_id, spot_pk) s;
    insert into visitor_hours (organization_id, spot_pk, ends_in, visitors)
    select organization_id, spot_pk, date_trunc('hour', lasts_until, 'UTC') as hour, sum(change)
    from (
      select organization_id, spot_pk, lasts_until, deleted_at, 1 as change from after_it
      union all select organization_id, spot_pk, lasts_until, deleted_at, -1 from before_it) c
    where deleted_at is null and lasts_until <> '-infinity'
    group by organization_id, spot_pk, hour having sum(change) <> 0
    order by organization_id, spot_pk, hour
    on conflict (organization_id, spot_pk, ends_in) do update
      set visitors = visitor_hours.visitors + excluded.visitors;
    return null;
  end $$;

create trigger count_new after insert on visitors referencing new table as added
  for each statement execute function lotkeeper.count_new_visitors();
create trigger count_changed after update on visitors
  referencing old table as before_it new table as after_it
  for each statement execute function lotkeeper.count_changed_visitors();

insert into visitor_hours (organization_id, spot_pk, ends_in, visitors)
select organization_id, spot_pk, date_trunc('hour', lasts_until, 'UTC') as hour, count(*) from visitors
where lasts_until <> '-infinity' group by organization_id, spot_pk, hour;

alter table visitor_hours enable row level security;
create policy tenant on visitor_hours using (organization_id = any ((select lotkeeper.scope())::bigint[]));

-- Row-level security would keep the planner from the trigram index, so this looks past it and asks for the
-- scope itself. Planned anew each time, for the words decide which index is the short way.
create function lotkeeper.find_visitors(
  organization bigint, spot bigint, words text[], since timestamptz, up_to timestamptz, at_most int
) returns setof bigint
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  begin
    if not organization = any (coalesce(lotkeeper.scope(), '{}')) then return; end if;
    return query
      with found as materialized (
        select v.pk, v.lasts_until from visitors v
        where v.organization_id = organization and v.spot_pk = spot and v.deleted_at is null
          and v.search_text like any (words) and v.lasts_until > since and v.lasts_until <= up_to
        limit at_most)
      select f.pk from found f order by f.lasts_until, f.pk;
  end $$;
revoke all on function lotkeeper.find_visitors from public;
grant execute on function lotkeeper.find_visitors to lotkeeper_app;
