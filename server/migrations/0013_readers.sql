-- Connections that serve reads keep the scope of their last read. One that came back after it was cut has
-- none: it must say so, for without a scope a read would see no rows, and that looks like an answer.

create function lotkeeper.refuse_unscoped() returns bigint[]
  language plpgsql stable parallel safe as $$
  begin
    raise exception 'A read came without its scope.' using errcode = 'connection_exception';
  end $$;

create or replace function lotkeeper.scope() returns bigint[]
  language sql stable parallel safe
  as $$
    select case
      when nullif(current_setting('lotkeeper.scope', true), '') is null
        and current_setting('lotkeeper.reader', true) = 'on' then lotkeeper.refuse_unscoped()
      else string_to_array(nullif(current_setting('lotkeeper.scope', true), ''), ',')::bigint[]
    end $$;
