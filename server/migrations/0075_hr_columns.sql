set local lock_timeout = '2s';

-- When the columns of the files were last changed: a sync that began before read the file with other ones.
alter table hr_connection add column columns_at timestamptz;
