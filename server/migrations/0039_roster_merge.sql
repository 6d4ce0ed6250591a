set local lock_timeout = '2s';

-- Two contacts that look like one person and are two, because somebody said so.
create table contact_pair_dismissed (
  org_id uuid not null references organization (id),
  low_id uuid not null,
  high_id uuid not null,
  by_user uuid not null,
  at timestamptz not null,
  primary key (org_id, low_id, high_id),
  check (low_id < high_id)
);
alter table contact_pair_dismissed enable row level security;
alter table contact_pair_dismissed force row level security;
create policy contact_pair_dismissed_of_org on contact_pair_dismissed to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_pair_dismissed_of_system on contact_pair_dismissed to crewline_system using (true) with check (true);
create policy contact_pair_dismissed_of_scope on contact_pair_dismissed as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_pair_dismissed.org_id and g.contact_id = contact_pair_dismissed.low_id)
    and exists (select from group_member g where g.org_id = contact_pair_dismissed.org_id and g.contact_id = contact_pair_dismissed.high_id));
grant select, insert, delete on contact_pair_dismissed to crewline_app;
grant select on contact_pair_dismissed to crewline_system;

-- Two contacts made one. What it takes to make two of them again is kept for a day.
create table contact_merge (
  org_id uuid not null references organization (id),
  id uuid not null,
  keep_id uuid not null,
  other_id uuid not null,
  by_user uuid not null,
  at timestamptz not null,
  -- How both stood before; null once it cannot be undone any more.
  undo jsonb,
  message_ids uuid[] not null default '{}',
  undone_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, keep_id) references contact (org_id, id),
  foreign key (org_id, other_id) references contact (org_id, id)
);
create index contact_merge_of_keep on contact_merge (org_id, keep_id);
create index contact_merge_of_other on contact_merge (org_id, other_id);
create index contact_merge_undoable on contact_merge (at) where undo is not null;
alter table contact_merge enable row level security;
alter table contact_merge force row level security;
create policy contact_merge_of_org on contact_merge to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_merge_of_system on contact_merge to crewline_system using (true) with check (true);
create policy contact_merge_of_scope on contact_merge as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_merge.org_id and g.contact_id = contact_merge.keep_id));
grant select, insert, update on contact_merge to crewline_app;
grant select, update on contact_merge to crewline_system;

-- Who has the same e-mail, and who was merged into somebody.
create index contact_by_email on contact (org_id, email) where email <> '' and archived_at is null;
create index contact_of_merge on contact (org_id, merged_into) where merged_into is not null;

-- A conversation goes where its contact goes.
grant delete on conversation to crewline_app;

-- Somebody erased: a receipt, and what is still to be taken away where only the product itself may delete.
create table contact_erasure (
  org_id uuid not null references organization (id),
  contact_id uuid not null,
  by_user uuid not null,
  reason text not null,
  -- Everybody who was merged into them, too.
  contact_ids uuid[] not null,
  -- The numbers they had; empty once nothing is left to do.
  phones text[] not null,
  at timestamptz not null,
  done_at timestamptz,
  primary key (org_id, contact_id)
);
create index contact_erasure_open on contact_erasure (at) where done_at is null;
alter table contact_erasure enable row level security;
alter table contact_erasure force row level security;
create policy contact_erasure_of_org on contact_erasure to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_erasure_of_system on contact_erasure to crewline_system using (true) with check (true);
create policy contact_erasure_of_scope on contact_erasure as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on contact_erasure to crewline_app;
grant select, update on contact_erasure to crewline_system;
grant delete on consent to crewline_system;
grant delete on consent_event to crewline_system;
