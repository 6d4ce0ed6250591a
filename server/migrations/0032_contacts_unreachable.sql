set local lock_timeout = '2s';

-- When texts last ended because the phone was off or had no signal, the latest few: often in a month says that the number
-- may be nobody's any more.
alter table contact add column unreachable_at timestamptz[];
