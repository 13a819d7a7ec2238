-- migration: concurrent
-- Which images need a file: asked before it's removed.
create index concurrently if not exists images_by_file on images (file) where deletion is null;
