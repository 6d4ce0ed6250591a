set local lock_timeout = '2s';

-- Email digests. Null until one was chosen.
alter table notification_pref
  -- When a digest was last due, whether one was sent or not.
  add column digest_checked_at timestamptz,
  -- The last digest reports what happened until then, and the next one what happened after it.
  add column digest_until timestamptz;
grant update on notification_pref to crewline_system;
