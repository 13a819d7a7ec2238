-- migration: concurrent
alter table affiliations validate constraint affiliations_role;
alter table invitations validate constraint invitations_role;
alter table member_messages validate constraint member_messages_role;
