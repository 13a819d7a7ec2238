-- migration: concurrent
-- The reads of one car in the hours from before 0218.
call lotkeeper.fill_camera_hours();
