set local lock_timeout = '2s';
-- What 0078 added holds for every row: the former checks were narrower, and the new columns were empty. This reads the
-- tables and blocks no writer.
alter table share validate constraint share_kind_check;
alter table share_copy validate constraint share_copy_kind_check;
alter table organization validate constraint organization_hours_managed_by_fkey;
alter table holiday validate constraint holiday_managed_by_fkey;
