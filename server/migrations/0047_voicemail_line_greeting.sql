set local lock_timeout = '2s';

-- What callers of one number hear, where that differs from what callers of the others hear.
create table line_greeting (
  org_id uuid not null references organization (id),
  line_id uuid not null,
  words text not null,
  file jsonb,
  updated_at timestamptz not null,
  primary key (org_id, line_id)
);
alter table line_greeting enable row level security;
alter table line_greeting force row level security;
create policy line_greeting_of_org on line_greeting to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy line_greeting_of_system on line_greeting to crewline_system using (true) with check (true);
grant select, insert, update, delete on line_greeting to crewline_app;
grant select, insert, update, delete on line_greeting to crewline_system;
