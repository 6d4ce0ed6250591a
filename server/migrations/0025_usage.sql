set local lock_timeout = '2s';

-- Segments handed to carriers, by the month of the message in the organization's time zone.
create table usage_month (
  org_id uuid not null references organization (id),
  month date not null,
  texts bigint not null default 0,
  mms bigint not null default 0,
  primary key (org_id, month)
);
alter table usage_month enable row level security;
alter table usage_month force row level security;
create policy usage_month_of_org on usage_month to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy usage_month_of_system on usage_month to crewline_system using (true) with check (true);
grant select on usage_month to crewline_app;
grant select, insert, update on usage_month to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('usage', '0', 0, now());
