set local lock_timeout = '2s';

-- The apps that the plan of the organization leaves out, set by billing. They are closed, and `features` keeps whether they
-- are on for the day when a plan includes them again. Constant default: no row is rewritten.
alter table organization add column apps_not_in_plan text[] not null default '{}';
