set local lock_timeout = '2s';
-- The check of 0105 holds for every row: the former one was narrower. This reads the table and blocks no writer.
alter table log_in validate constraint log_in_refused_check;
