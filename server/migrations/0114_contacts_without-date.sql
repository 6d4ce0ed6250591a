set local lock_timeout = '2s';

-- Who has no date on file is counted without reading those who have one.
-- squawk-ignore require-concurrent-index-creation
create index contact_without_birthday on contact (org_id, id) where birthday is null and archived_at is null;
-- squawk-ignore require-concurrent-index-creation
create index contact_without_hire_date on contact (org_id, id) where hire_date is null and archived_at is null;
