-- An audit entry says what was changed by kind and pk, so that it can be joined. Its label is made when it is read.

alter table audit_entries
  add column subject_type text,
  add column subject_pk bigint,
  add column subject_name text;
comment on column audit_entries.subject_name is 'what it was called, for what may be deleted later';

-- Until now a text held both, such as 'property 12' or 'custom report Weekdays'.
with parts as (
  select organization_id, pk, regexp_match(subject, '^(organization|property|person|invitation|API key'
    '|camera feed|camera message|camera|event|rate|discount code|validation code|visitor upload|kiosk'
    '|violation|rental|custom report|payout bank account|payout EIN|payout representative)(?: (.+))?$') as part
  from audit_entries)
update audit_entries a set
  subject_type = coalesce(p.part[1], a.subject),
  subject_pk = case
    when p.part[1] = 'violation' then (
      select v.pk from violations v where v.organization_id = a.organization_id and v.code = p.part[2])
    when p.part[1] not in ('discount code', 'custom report') and p.part[2] ~ '^\d{1,15}$' then p.part[2]::bigint end,
  subject_name = case when p.part[1] in ('violation', 'discount code', 'custom report') then p.part[2] end
from parts p
where p.organization_id = a.organization_id and p.pk = a.pk;

alter table audit_entries alter column subject_type set not null;
drop index audit_entries_of_team;
alter table audit_entries drop column subject;
create index audit_entries_of_team on audit_entries (organization_id, happened_at)
  where act = 'accept' or subject_type = 'person';
