set local lock_timeout = '2s';

-- When a sync was compared, and what a member agreed to: the counts, and why it asked. Before it is applied, an old review is
-- compared again, and asks again when it would do something else.
alter table hr_sync add column compared_at timestamptz, add column approved jsonb;
