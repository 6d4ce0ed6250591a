set local lock_timeout = '2s';

-- The place of the newest message in its thread: of two processes that write at once, the one that commits last need not
-- have written the newest. Null until the next message: its id stands in then.
alter table conversation add column last_position uuid;
