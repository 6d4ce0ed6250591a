set local lock_timeout = '2s';

-- A member of a child through a grant of its parent: their permissions are a list, never a role of the child. The new
-- constraints are checked for rows that exist in the next migration, which blocks no writes.
-- contract: they allow everything that a running version writes.
alter table member drop constraint member_check;
alter table member drop constraint member_check1;
alter table member
  add column via_parent_id uuid,
  add constraint member_via_parent_id_fkey foreign key (via_parent_id) references organization (id) not valid,
  add constraint member_role_id_check check ((role = 'custom') = (role_id is not null or via_parent_id is not null)) not valid,
  add constraint member_permissions_check check ((role = 'custom') = (permissions is not null)) not valid,
  add constraint member_via_parent_check check (via_parent_id is null or role_id is null) not valid;

-- What a teammate of the parent may do in a child. The row belongs to the child.
create table org_grant (
  org_id uuid not null references organization (id),
  id uuid not null,
  parent_id uuid not null references organization (id),
  user_id uuid not null references user_account (id),
  -- What an owner of the child has accepted; empty until then.
  permissions text[] not null default '{}',
  -- What waits for an owner of the child; null when nothing does.
  offered text[],
  accepted_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id)
);
create unique index org_grant_open on org_grant (org_id, parent_id, user_id) where ended_at is null;
create index org_grant_by_parent on org_grant (parent_id) where ended_at is null;
alter table org_grant enable row level security;
alter table org_grant force row level security;
create policy org_grant_of_org on org_grant to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy org_grant_of_system on org_grant to crewline_system using (true) with check (true);
grant select, insert, update on org_grant to crewline_app;
grant select on org_grant to crewline_system;

-- A child that leaves its family, and an organization that closes, end the grants at once: the module family follows.
create function announce_family_change() returns trigger language plpgsql as $$
begin
  insert into event_log (org_id, name, payload, at) values (new.id, 'team.changed', '{}', now());
  perform pg_notify('crewline', '{"kind":"events"}');
  return null;
end $$;
create trigger organization_family after update of parent_id, status on organization for each row
  when (old.parent_id is distinct from new.parent_id or (old.status <> 'closed' and new.status = 'closed'))
  execute function announce_family_change();
