set local lock_timeout = '2s';

-- Days on which an organization is closed, on its own calendar. Those of every year count from the year they were given with.
create table holiday (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  yearly boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, from_day, to_day)
);
alter table holiday enable row level security;
alter table holiday force row level security;
create policy holiday_of_org on holiday to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy holiday_of_system on holiday to crewline_system using (true) with check (true);
grant select, insert, update, delete on holiday to crewline_app;
grant select, insert, update, delete on holiday to crewline_system;

-- What callers hear on holidays; without words and file they hear what they hear outside business hours.
alter table greeting add column holiday_words text not null default '', add column holiday_file jsonb;
alter table line_greeting add column holiday_words text not null default '', add column holiday_file jsonb;
