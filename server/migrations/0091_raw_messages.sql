-- A message that nobody could read is kept byte for byte, so that a later release can read it.
alter table camera_messages add column raw text;
comment on column camera_messages.raw is 'the file with its bytes as they came, one of files; null once it is read or forgotten';
