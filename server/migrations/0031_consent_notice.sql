set local lock_timeout = '2s';

-- When a number was told who texts it, what that may cost, and HELP and STOP: once, after the first text. Numbers that were
-- texted before this was kept count as told.
alter table consent add column notice_at timestamptz default now();
alter table consent alter column notice_at drop default;
