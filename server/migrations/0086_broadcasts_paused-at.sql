set local lock_timeout = '2s';

-- When a run was last paused: a channel reports a pause on the second day of a run too. Null for pauses from before.
alter table broadcast_run add column paused_at timestamptz;
