set local lock_timeout = '2s';

-- The history of log-ins also holds those that single sign-on refused, with the reason. Checked without reading the rows:
-- the old condition was narrower.
-- contract: a wider condition replaces it here, and a running version only writes what the old one allowed
alter table log_in drop constraint log_in_refused_check;
alter table log_in add constraint log_in_refused_check check (refused in (
  'password', 'code', 'not_proved_again', 'email_missing', 'email_unverified', 'domain_not_allowed', 'not_member',
  'removed', 'disabled', 'other_subject')) not valid;
