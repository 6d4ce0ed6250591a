-- The fact log: what happened, in the order readers may see it. Every web process follows it to its own sockets,
-- every reaction follows it with a cursor of its own.
set local lock_timeout = '2s';

create table event_log (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  org_id uuid not null,
  name text not null,
  payload jsonb not null,
  at timestamptz not null,
  primary key (xid, seq)
);
alter table event_log enable row level security;
alter table event_log force row level security;
create policy event_log_of_org on event_log to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy event_log_of_system on event_log to crewline_system using (true) with check (true);
grant select, insert on event_log to crewline_app;
grant select, insert, delete on event_log to crewline_system;

-- How far each follower has read: (xid, seq) of the last fact it has dealt with.
create table event_cursor (
  follower text primary key,
  xid xid8 not null,
  seq bigint not null,
  moved_at timestamptz not null
);
grant select, insert, update, delete on event_cursor to crewline_system;

-- What was done by whom; the app may add and read, never change or remove.
create table audit_entry (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  session_id uuid,
  action text not null,
  target text,
  detail jsonb not null default '{}',
  request_id text,
  primary key (org_id, id)
);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy audit_entry_of_org on audit_entry to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy audit_entry_of_system on audit_entry to crewline_system using (true) with check (true);
grant select, insert on audit_entry to crewline_app, crewline_system;
