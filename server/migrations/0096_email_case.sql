-- Emails are kept as the server folds them: in lowercase, accents composed. lower() folds only ASCII in a database with
-- the locale C, where the owner of Éric@ could not sign in. One that somebody else has in lowercase stays as it is.
do $$
  declare
    folding text := (
      select quote_ident(collname) from pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1);
    found record;
  begin
    if folding is null or getdatabaseencoding() <> 'UTF8' then return; end if;
    for found in execute format($find$
      select 'people' as name, null::bigint as organization_id, pk, folded from people,
        lower(normalize(email, nfkc) collate %1$s) as folded where lower(email) <> folded
      union all
      select 'invitations', organization_id, pk, folded from invitations,
        lower(normalize(email, nfkc) collate %1$s) as folded where lower(email) <> folded
      order by 1, 3 $find$, folding)
    loop
      begin
        if found.organization_id is null then
          update people set email = found.folded where pk = found.pk;
        else
          update invitations set email = found.folded
          where organization_id = found.organization_id and pk = found.pk;
        end if;
      exception when unique_violation then null;
      end;
    end loop;
  end $$;
