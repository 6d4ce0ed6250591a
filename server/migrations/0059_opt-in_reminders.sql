set local lock_timeout = '2s';

-- When a person who did not reply was reminded: once, and then never.
alter table opt_in_join add column reminded_at timestamptz;
-- squawk-ignore require-concurrent-index-creation
create index opt_in_join_unreminded on opt_in_join (id) where state = 'reply' and reminded_at is null;
