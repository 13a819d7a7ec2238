-- Superusers find people while they type, by any part of name, e-mail or phone.
create index people_search on people using gin ((lower(first_name || ' ' || last_name || ' '
  || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops);
