-- A closing names its entries exactly, and a link lists that it was opened.
alter table month_closings add column newer_entries bigint[] not null default '{}';
comment on column month_closings.newest_entry is
  'every entry up to it is in the closing, and was committed then; later ones of the month are late';
comment on column month_closings.newer_entries is 'later entries of the organization that were committed then, too';

comment on column auditor_views.month is 'of kind link: the first month that it covers';
alter table auditor_views drop constraint auditor_views_kind_check;
alter table auditor_views add constraint auditor_views_kind
  check (kind in ('link', 'month', 'entries', 'packet')) not valid;
