-- In which language a driver is answered: that of the page on which they appealed.
alter table appeals add column language text not null default 'en' check (language in ('en', 'es'));
comment on column appeals.language is 'the language of the page that sent it, and of the messages to the driver';
