set local lock_timeout = '2s';

-- The audit log as members read it, newest first.
-- squawk-ignore require-concurrent-index-creation
create index audit_entry_by_time on audit_entry (org_id, at desc, id desc);
