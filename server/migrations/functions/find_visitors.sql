-- Row-level security would keep the planner from the trigram index, so this looks past it and asks for the
-- scope itself. Planned at each call, since the words decide which index is faster.
create or replace function lotkeeper.find_visitors(
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
revoke execute on function lotkeeper.find_visitors from public;
grant execute on function lotkeeper.find_visitors to lotkeeper_app;
