set local lock_timeout = '2s';

-- Events of carriers that could not be taken in although the database was there, sealed, until somebody plays them again.
create table quarantined_event (
  org_id uuid not null references organization (id),
  id uuid not null,
  line_id uuid not null,
  -- The same event, told again, is set aside once.
  mark bytea not null,
  kind text not null check (kind in ('text', 'news')),
  -- Why it could not be taken in, last.
  reason text not null check (reason in ('refused', 'trouble', 'unknown')),
  -- How often people tried it again.
  tries int not null default 0,
  sealed text not null,
  came_at timestamptz not null,
  quarantined_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, mark)
);
create index set_aside_event_in_order on quarantined_event (org_id, came_at, id);
alter table quarantined_event enable row level security;
alter table quarantined_event force row level security;
create policy set_aside_event_of_org on quarantined_event to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy set_aside_event_of_system on quarantined_event to crewline_system using (true) with check (true);
-- Nobody knows yet whose words they are.
create policy set_aside_event_of_scope on quarantined_event as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on quarantined_event to crewline_app;
grant select, insert, update, delete on quarantined_event to crewline_system;
