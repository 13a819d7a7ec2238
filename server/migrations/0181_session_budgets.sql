-- Each session has its own budget of codes. What an earlier version counts for all sessions of a person stays allowed.
alter table code_budgets drop constraint code_budgets_caller_check;
alter table code_budgets add constraint code_budgets_caller_check
  check (caller ~ '^(stranger|signed_in|(device|session) [1-9][0-9]*)$') not valid;
