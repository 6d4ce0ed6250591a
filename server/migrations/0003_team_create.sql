set local lock_timeout = '2s';

create table member (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'agent', 'author', 'viewer')),
  status text not null default 'active' check (status in ('invited', 'active', 'deactivated')),
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, user_id)
);
create index member_by_user on member (user_id);
alter table member enable row level security;
alter table member force row level security;
create policy member_of_org on member to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy member_of_system on member to crewline_system using (true) with check (true);
grant select, insert, update on member to crewline_app;
grant select, insert, update on member to crewline_system;
