set local lock_timeout = '2s';

-- A bulk action on contacts: the request, its progress and its result. A worker processes contacts in the order of their ids.
create table contact_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Who requested it: the run may do no more than they may.
  user_id uuid not null references user_account (id),
  request jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- The last contact that was processed.
  after_id uuid,
  total int not null,
  seen int not null default 0,
  changed int not null default 0,
  -- How many contacts were not changed, by reason.
  skipped jsonb not null default '{}',
  -- Whether undo rows are kept, and the run that undid this one.
  has_undo boolean not null default false,
  undone_by uuid,
  created_at timestamptz not null,
  primary key (org_id, id)
);
alter table contact_run enable row level security;
alter table contact_run force row level security;
create policy contact_run_of_org on contact_run to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_run_of_system on contact_run to crewline_system using (true) with check (true);
create policy contact_run_of_scope on contact_run as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, insert, update, delete on contact_run to crewline_app;
grant select, update, delete on contact_run to crewline_system;

-- What a bulk action did to each contact, kept for a day, so that it can be undone exactly.
create table contact_run_undo (
  org_id uuid not null references organization (id),
  run_id uuid not null,
  contact_id uuid not null,
  -- The fields before and after, or the groups that were joined and left; empty for archiving.
  did jsonb not null,
  primary key (org_id, run_id, contact_id),
  foreign key (org_id, run_id) references contact_run (org_id, id) on delete cascade
);
create index contact_run_undo_by_contact on contact_run_undo (org_id, contact_id);
alter table contact_run_undo enable row level security;
alter table contact_run_undo force row level security;
create policy contact_run_undo_of_org on contact_run_undo to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_run_undo_of_system on contact_run_undo to crewline_system using (true) with check (true);
create policy contact_run_undo_of_scope on contact_run_undo as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_run_undo.org_id and g.contact_id = contact_run_undo.contact_id));
grant select, insert, delete on contact_run_undo to crewline_app;
grant select, delete on contact_run_undo to crewline_system;

-- A saved list of contacts.
create table contact_view (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  name text not null,
  shared boolean not null,
  audience jsonb not null,
  -- The groups that the audience names.
  group_ids uuid[] not null default '{}',
  sort text not null check (length(sort) between 1 and 40),
  direction text not null check (direction in ('asc', 'desc')),
  columns text[] not null default '{}',
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index contact_view_by_user on contact_view (org_id, user_id);
create index contact_view_shared on contact_view (org_id) where shared;
alter table contact_view enable row level security;
alter table contact_view force row level security;
create policy contact_view_of_org on contact_view to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_view_of_system on contact_view to crewline_system using (true) with check (true);
-- Members limited to some groups see a shared view of groups only if they see all of its groups.
create policy contact_view_of_scope on contact_view as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    or (shared and group_ids <@ array(select g.id from contact_group g)));
grant select, insert, update, delete on contact_view to crewline_app;
grant select on contact_view to crewline_system;

-- Pairs of contacts that look like duplicates and that a member said are two people.
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

-- Merges of two contacts. What it takes to undo one is kept for a day.
create table contact_merge (
  org_id uuid not null references organization (id),
  id uuid not null,
  keep_id uuid not null,
  other_id uuid not null,
  by_user uuid not null,
  at timestamptz not null,
  -- Both contacts as they were; null once the merge can no longer be undone.
  undo jsonb,
  message_ids uuid[] not null default '{}',
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
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
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
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_erasure_of_system on contact_erasure to crewline_system using (true) with check (true);
create policy contact_erasure_of_scope on contact_erasure as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on contact_erasure to crewline_app;
grant select, update on contact_erasure to crewline_system;
