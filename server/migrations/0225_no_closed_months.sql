-- migration: needs release 0.1.0
-- Sums of a lifetime are read from revenue_months. No release is tagged that reads the sums of closed months.
drop trigger if exists roll_up_closed on ledger_entries;
drop function if exists lotkeeper.add_to_closed_months();
drop table revenue_closed_months;
drop table revenue_closing;
