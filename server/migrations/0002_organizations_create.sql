set local lock_timeout = '2s';

-- An organization is its own tenant: its id is the org_id of everything else.
create table organization (
  id uuid primary key,
  org_id uuid not null generated always as (id) stored,
  name text not null,
  slug text not null unique,
  parent_id uuid references organization (id),
  timezone text not null,
  country text not null,
  standing text not null default 'active' check (standing in ('active', 'past_due', 'closed')),
  need_billing boolean not null default false,
  features jsonb not null default '{}',
  created_at timestamptz not null
);
alter table organization enable row level security;
alter table organization force row level security;
create policy organization_of_org on organization to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy organization_of_system on organization to crewline_system using (true) with check (true);
grant select, update on organization to crewline_app;
grant select, insert, update on organization to crewline_system;
