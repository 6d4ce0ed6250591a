set local lock_timeout = '2s';

-- One act on many workers: what was asked, how far it is, what became of it. A worker goes through them in the order of their ids.
create table contact_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Who asked: the run sees and may do no more than they.
  user_id uuid not null references user_account (id),
  request jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- The last worker dealt with.
  after_id uuid,
  total int not null,
  seen int not null default 0,
  changed int not null default 0,
  -- How many were left as they were, by the reason.
  skipped jsonb not null default '{}',
  attempts smallint not null default 0,
  -- When the next step may begin; null once it is over.
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index contact_run_due on contact_run (due_at) where due_at is not null;
alter table contact_run enable row level security;
alter table contact_run force row level security;
create policy contact_run_of_org on contact_run to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_run_of_system on contact_run to crewline_system using (true) with check (true);
grant select, insert, update, delete on contact_run to crewline_app;
grant select, update, delete on contact_run to crewline_system;
create policy contact_run_of_scope on contact_run as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));

-- A list of workers somebody keeps under a name.
create table contact_view (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  name text not null,
  shared boolean not null,
  audience jsonb not null,
  -- The groups the audience asks for.
  group_ids uuid[] not null default '{}',
  sort text not null check (sort in ('name', 'createdAt')),
  direction text not null check (direction in ('asc', 'desc')),
  columns text[] not null default '{}',
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index contact_view_of_user on contact_view (org_id, user_id);
create index contact_view_shared on contact_view (org_id) where shared;
alter table contact_view enable row level security;
alter table contact_view force row level security;
create policy contact_view_of_org on contact_view to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_view_of_system on contact_view to crewline_system using (true) with check (true);
grant select, insert, update, delete on contact_view to crewline_app;
grant select on contact_view to crewline_system;
-- A shared list of groups is shown only to who sees all of them.
create policy contact_view_of_scope on contact_view as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    or (shared and group_ids <@ array(select g.id from contact_group g)));

-- What happened to one worker's record.
create index audit_entry_of_target on audit_entry (org_id, target, at desc, id desc) where target is not null;

-- Everybody who is texted at a number, its owner and who shares it: rules and permissions are asked by number.
create index contact_by_live_phone on contact (org_id, phone) where archived_at is null;
