-- What a ledger entry adds to receipts before tax, and the lowest and highest rate that it could have been taxed at, in
-- thousandths of a percent: those whose rounded tax is within one cent of the entry's, so one and a half cents before
-- rounding. An entry that takes another back has the same rates as that one. 1,000,000 % stands for any.
-- PostgreSQL puts this into the statement that reads it: one SELECT, without a setting of its own.
create or replace function lotkeeper.tax_parts(kind text, violation_pk bigint, gross bigint, refund bigint, tax bigint)
  returns table (receipts bigint, lowest_rate bigint, highest_rate bigint)
  language sql immutable parallel safe rows 1 as $$
    select
      case when compared or tax <> 0 then gross - refund - tax else 0 end,
      case when not compared or paid < 2 then 0 when paid > amount then 1000000000
        else least((100000 * (2 * paid - 3) + 2 * (amount - paid) + 2) / (2 * (amount - paid) + 3), 1000000000) end,
      case when not compared or amount - paid < 2 then 1000000000
        else least(100000 * (2 * paid + 3) / (2 * (amount - paid) - 3), 1000000000) end
    from (
      select lotkeeper.is_compared(kind, violation_pk) as compared, abs(gross + refund) as amount, abs(tax) as paid) entry
  $$;
