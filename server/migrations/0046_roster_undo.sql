set local lock_timeout = '2s';

-- What an act on many did to each worker, kept for a day, so that it can be undone exactly.
create table contact_run_undo (
  org_id uuid not null references organization (id),
  run_id uuid not null,
  contact_id uuid not null,
  -- The facts as they were and as they became, or the groups that were joined and left; empty for the archive.
  did jsonb not null,
  primary key (org_id, run_id, contact_id),
  foreign key (org_id, run_id) references contact_run (org_id, id) on delete cascade
);
create index contact_run_trace_of_contact on contact_run_undo (org_id, contact_id);
alter table contact_run_undo enable row level security;
alter table contact_run_undo force row level security;
create policy contact_run_trace_of_org on contact_run_undo to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_run_trace_of_system on contact_run_undo to crewline_system using (true) with check (true);
create policy contact_run_trace_of_scope on contact_run_undo as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_run_undo.org_id and g.contact_id = contact_run_undo.contact_id));
grant select, insert, delete on contact_run_undo to crewline_app;
grant select, delete on contact_run_undo to crewline_system;

-- Whether traces are kept, and the run that undid this one.
alter table contact_run
  add column has_undo boolean not null default false,
  add column undone_by uuid;
