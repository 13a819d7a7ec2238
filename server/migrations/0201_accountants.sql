-- A role that reads money and changes nothing.
alter table affiliations
  drop constraint affiliations_role_check,
  add constraint affiliations_role check (role in ('ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT')) not valid;
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role check (role in ('ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT')) not valid;
alter table member_messages
  drop constraint member_messages_role_check,
  add constraint member_messages_role check (role in ('ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT')) not valid;
