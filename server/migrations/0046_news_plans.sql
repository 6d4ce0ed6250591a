set local lock_timeout = '2s';

-- When an issue is published by itself, when it then ends, and who planned it. `plan_failed_at`: something was missing then.
alter table news_issue
  add column plan_at timestamptz,
  add column plan_expires_at timestamptz,
  add column plan_by uuid,
  add column plan_failed_at timestamptz;
-- squawk-ignore require-concurrent-index-creation
create index news_issue_planned on news_issue (plan_at) where plan_at is not null;
