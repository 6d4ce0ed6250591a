set local lock_timeout = '2s';

-- A text wrote one row for every member who sees its worker, also for those who had not read the one before. Now the
-- conversation counts what came in, once, and a member's row remembers where that count stood when it was written: what is
-- unread is the difference. A row is written when a conversation becomes unread, and not again until it is read.
alter table conversation add column arrivals int not null default 0;
alter table conversation add column arrived_at timestamptz;
alter table unread add column arrivals int not null default 0;

-- Rows stand in the order in which conversations became unread. Whoever looks at theirs has them put in the order of the
-- last message first; this is how far that has come.
create table unread_order (
  org_id uuid not null,
  user_id uuid not null,
  sorted_at timestamptz not null,
  primary key (org_id, user_id)
);
alter table unread_order enable row level security;
alter table unread_order force row level security;
create policy unread_order_of_org on unread_order to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy unread_order_of_system on unread_order to crewline_system using (true) with check (true);
grant select, insert, update on unread_order to crewline_app;
grant select, insert on unread_order to crewline_system;
