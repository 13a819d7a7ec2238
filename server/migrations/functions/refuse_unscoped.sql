-- Connections that serve reads keep the scope of their last read. One that came back after it was cut has
-- none: it must say so, for without a scope a read would see no rows, and that looks like an answer.
create or replace function lotkeeper.refuse_unscoped() returns bigint[]
  language plpgsql stable parallel safe as $$
  begin
    raise exception 'A read came without its scope.' using errcode = 'connection_exception';
  end $$;
