-- What each column of an uploaded file contains: what a person chose, or what was guessed. null in imports that an
-- earlier release began, whose first record names the columns.
alter table visitor_imports add column fields text[];
