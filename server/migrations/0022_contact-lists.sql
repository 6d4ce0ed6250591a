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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
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
  change jsonb not null,
  primary key (org_id, run_id, contact_id),
  foreign key (org_id, run_id) references contact_run (org_id, id) on delete cascade
);
create index contact_run_undo_by_contact on contact_run_undo (org_id, contact_id);
alter table contact_run_undo enable row level security;
alter table contact_run_undo force row level security;
create policy contact_run_undo_of_org on contact_run_undo to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_view_of_system on contact_view to crewline_system using (true) with check (true);
-- Members limited to some groups see a shared view of groups only if they see all of its groups.
create policy contact_view_of_scope on contact_view as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    or (shared and group_ids <@ array(select g.id from contact_group g)));
grant select, insert, update, delete on contact_view to crewline_app;
grant select on contact_view to crewline_system;
