-- Invitations that are sent, accepted and ended; what ended stays, so that its link can say why it opens nothing.

alter table invitations
  add column invited_by bigint references people,
  add column ticket_hash bytea unique,
  add column ticket_sealed bytea,
  add column sent_at timestamptz,
  add column refused_at timestamptz,
  add column accepted_at timestamptz,
  add column accepted_by bigint references people,
  add column removed_at timestamptz;
comment on column invitations.ticket_hash is 'of the ticket in the newest mail; null until that mail is made';
comment on column invitations.ticket_sealed is 'so that a mail which is tried again is the same mail; null once it is worth nothing';
comment on column invitations.refused_at is 'when the mail server said that it will never deliver the newest mail';

-- One address is invited once at a time.
drop index invitations_email;
create unique index invitations_open on invitations (organization_id, lower(email))
  where accepted_at is null and removed_at is null;
-- Whoever proves an address finds what waits for it.
create index invitations_of_email on invitations (lower(email))
  where accepted_at is null and removed_at is null;
-- Calls name an invitation by its number alone.
create index invitations_pk on invitations (pk);
