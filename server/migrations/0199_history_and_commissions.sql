-- What another system earned was booked there.
alter table book_exports
  add column history_booked bigint,
  add column history_left_out bigint;
comment on column book_exports.history_booked is
  'imported history in its journals, less refunds, in cents: earlier versions exported it; null = not counted yet';
comment on column book_exports.history_left_out is
  'imported history of its months that isn''t in its journals, less refunds, in cents; null = an earlier version exported it';
