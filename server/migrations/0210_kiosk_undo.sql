-- What a kiosk may take back for ten seconds.
alter table kiosks add column undo jsonb;
comment on column kiosks.undo is 'its last validation: the visitor, what they had before, and when';
