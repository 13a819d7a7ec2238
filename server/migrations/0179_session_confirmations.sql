-- What hurts needs a person who proved who they are a short while ago: at sign-in, or with a code since.
alter table sessions add column confirmed_at timestamptz not null default now();
update sessions set confirmed_at = created_at;
