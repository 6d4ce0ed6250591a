set local lock_timeout = '2s';

-- How many texts the plan of an organization includes in a month; null while there is no plan.
alter table organization add column included_texts integer check (included_texts >= 0);

-- Texts (segments) handed to carriers, by the month of the message in the organization's time zone.
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
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy usage_month_of_system on usage_month to crewline_system using (true) with check (true);
grant select on usage_month to crewline_app;
grant select, insert, update on usage_month to crewline_system;

-- Counting begins with the facts told from now on; what was handed over before is counted from the messages.
insert into event_cursor (follower, xid, seq, moved_at)
select 'usage', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9223372036854775807, now();
