-- migration: concurrent
-- The organizations of everyone from before 0172.
call lotkeeper.fill_people();
