set local lock_timeout = '2s';

-- Rows that were there before the constraints of 0077.
alter table member validate constraint member_via_parent_id_fkey;
alter table member validate constraint member_role_id_check;
alter table member validate constraint member_permissions_check;
alter table member validate constraint member_via_parent_check;

-- A parent also hands down its business hours and its holidays, whose object is the parent itself.
-- contract: the new constraints allow everything that a running version writes.
alter table share drop constraint share_kind_check;
alter table share add constraint share_kind_check check (kind in ('group', 'field', 'hours', 'holidays')) not valid;
alter table share_copy drop constraint share_copy_kind_check;
alter table share_copy
  add constraint share_copy_kind_check check (kind in ('group', 'field', 'hours', 'holidays')) not valid,
  -- Whether the child uses its own hours or holidays instead.
  add column is_own boolean not null default false;

-- The parent whose business hours a child has, and whose holiday a day is; and the hours that the child had before.
alter table organization
  add column own_hours jsonb,
  add column hours_managed_by uuid,
  add constraint organization_hours_managed_by_fkey foreign key (hours_managed_by) references organization (id) not valid;
alter table holiday
  add column managed_by uuid,
  add constraint holiday_managed_by_fkey foreign key (managed_by) references organization (id) not valid;
