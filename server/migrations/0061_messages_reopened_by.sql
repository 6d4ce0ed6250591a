set local lock_timeout = '2s';

-- The text that brought an archived conversation back, so that it can be archived again where that text is taken back.
alter table conversation add column reopened_by uuid;
