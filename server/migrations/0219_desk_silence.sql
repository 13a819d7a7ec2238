-- Where a read proves nothing, nothing is suggested.
alter table desk_decisions alter column suggested drop not null;
comment on column desk_decisions.suggested is 'what was suggested; null = nothing';
