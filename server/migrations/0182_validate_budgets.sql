-- migration: concurrent
alter table code_budgets validate constraint code_budgets_caller_check;
