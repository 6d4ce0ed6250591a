set local lock_timeout = '2s';

-- The time that a member chose for a text that waits for a shift or the morning instead; null when they wanted it sent at
-- once. When the hours of a shift change, the text is judged again from this time on.
alter table message add column wanted_at timestamptz;

-- Follows changes of shifts. What happened before changes nothing, so that it begins where another follower stands.
insert into event_cursor (follower, xid, seq, moved_at)
  select 'message-shifts', xid, seq, now() from event_cursor where follower = 'translation';
