set local lock_timeout = '2s';

-- Apart from adding them, so that nothing waits while rows are read.
alter table hr_connection validate constraint hr_connection_source;
alter table hr_key validate constraint hr_key_kind_check;
