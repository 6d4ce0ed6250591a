set local lock_timeout = '2s';

-- The broadcast was stopped while the text waited for another try: `error_code` says why the last one failed.
alter table broadcast_recipient add column try_stopped boolean not null default false;
