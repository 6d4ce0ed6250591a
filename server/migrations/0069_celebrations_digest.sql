set local lock_timeout = '2s';

-- Members who get an email in the morning with the people who are celebrated soon.
create table celebration_digest (
  org_id uuid not null references organization (id),
  user_id uuid not null references user_account (id),
  -- When the scheduler looks at it next; null while it is off.
  look_at timestamptz,
  -- The last day that is done, on the member's calendar. It stays when the email is turned off and on again.
  last_day date,
  primary key (org_id, user_id)
);
create index celebration_digest_due on celebration_digest (look_at) where look_at is not null;
alter table celebration_digest enable row level security;
alter table celebration_digest force row level security;
create policy celebration_digest_of_org on celebration_digest to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy celebration_digest_of_system on celebration_digest to crewline_system using (true) with check (true);
grant select, insert, update on celebration_digest to crewline_app;
grant select, update on celebration_digest to crewline_system;
