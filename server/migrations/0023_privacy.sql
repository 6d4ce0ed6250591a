set local lock_timeout = '2s';

-- Merges of two contacts. What it takes to undo one is kept for a day.
create table contact_merge (
  org_id uuid not null references organization (id),
  id uuid not null,
  keep_id uuid not null,
  other_id uuid not null,
  by_user uuid not null,
  at timestamptz not null,
  -- Both contacts as they were and what each module moved; null once the merge can no longer be undone.
  undo jsonb,
  undone_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, keep_id) references contact (org_id, id),
  foreign key (org_id, other_id) references contact (org_id, id)
);
create index contact_merge_by_keep on contact_merge (org_id, keep_id);
create index contact_merge_by_other on contact_merge (org_id, other_id);
create index contact_merge_undoable on contact_merge (at) where undo is not null;
alter table contact_merge enable row level security;
alter table contact_merge force row level security;
create policy contact_merge_of_org on contact_merge to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_merge_of_system on contact_merge to crewline_system using (true) with check (true);
create policy contact_merge_of_scope on contact_merge as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_merge.org_id and g.contact_id = contact_merge.keep_id));
grant select, insert, update on contact_merge to crewline_app;
grant select, update on contact_merge to crewline_system;

-- Erasures: a receipt, and what is still to be deleted where only crewline_system may delete.
create table contact_erasure (
  org_id uuid not null references organization (id),
  contact_id uuid not null,
  by_user uuid not null,
  reason text not null,
  -- Includes the contacts that were merged into it.
  contact_ids uuid[] not null,
  -- Their numbers; empty once nothing is left to do.
  phones text[] not null,
  at timestamptz not null,
  done_at timestamptz,
  primary key (org_id, contact_id)
);
create index contact_erasure_open on contact_erasure (at) where done_at is null;
alter table contact_erasure enable row level security;
alter table contact_erasure force row level security;
create policy contact_erasure_of_org on contact_erasure to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_erasure_of_system on contact_erasure to crewline_system using (true) with check (true);
create policy contact_erasure_of_scope on contact_erasure as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on contact_erasure to crewline_app;
grant select, update on contact_erasure to crewline_system;
