-- What hurts needs a person who proved who they are a short while ago: at sign-in, or with a code since. Sessions from
-- before prove it when they need to.
alter table sessions add column confirmed_at timestamptz not null default '1970-01-01Z';
