-- migration: concurrent
-- Whether a withdrawal is such a return.
create index concurrently bank_matches_of_back_line on bank_matches (organization_id, back_line_pk)
  where back_line_pk is not null;
