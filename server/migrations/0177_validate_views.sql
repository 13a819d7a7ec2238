-- migration: concurrent
alter table auditor_views validate constraint auditor_views_kind;
