-- What people said about a read, oldest first; the last one counts. The keys follow it, the read itself stays as sent.
alter table plate_reads add column corrections jsonb;
comment on column plate_reads.corrections is
  'what people said it was: [{decision, plate, state, stay}]; the last counts, and reads with the same stay are one visit';

alter table desk_decisions drop constraint desk_decisions_verdict_check;
alter table desk_decisions drop constraint desk_decisions_suggested_check;
-- Each on its own: Citus adds a constraint only so.
alter table desk_decisions add constraint desk_decisions_verdict_check
  check (verdict in ('confirmed', 'misread', 'not_customer', 'corrected', 'joined', 'split')) not valid;
alter table desk_decisions add constraint desk_decisions_suggested_check
  check (suggested in ('confirmed', 'misread', 'not_customer', 'corrected', 'joined', 'split')) not valid;
alter table desk_decisions add column reads bigint[] not null default '{}';
comment on column desk_decisions.reads is 'the reads that it corrected';
