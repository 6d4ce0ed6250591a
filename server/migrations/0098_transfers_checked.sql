set local lock_timeout = '2s';
-- contract: existing rows have one of the values
alter table consent_event validate constraint consent_event_method_check;
