set local lock_timeout = '2s';

-- What a member held when they left the team, and who took it over: a line for each thing, in the order in which it
-- happened. Names are kept as they were, because things may be renamed or deleted later.
create table handover (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Who held it.
  user_id uuid not null,
  -- `membership` records the end of the membership itself.
  kind text not null,
  -- Null where only a number is recorded.
  object_id uuid,
  name text,
  count integer not null,
  outcome text not null check (outcome in ('left', 'handed_over', 'unassigned', 'kept', 'canceled', 'revoked')),
  to_user_id uuid,
  -- Null when an identity provider removed the member.
  by_user_id uuid,
  at timestamptz not null,
  primary key (org_id, id)
);
create index handover_by_user on handover (org_id, user_id, at desc);
alter table handover enable row level security;
alter table handover force row level security;
create policy handover_of_org on handover to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy handover_of_system on handover to crewline_system using (true) with check (true);
-- Who sees only some contacts does not manage the team.
create policy handover_of_scope on handover as restrictive to crewline_scoped using (false);
grant select, insert on handover to crewline_app;
grant select, insert on handover to crewline_system;
