-- The withdrawal by which a bank took a deposit back, although the payout wasn't recorded as returned.
alter table bank_matches add column back_line_pk bigint;
comment on column bank_matches.back_line_pk is 'the line by which the bank took the deposit back; null = it did not';
