set local lock_timeout = '2s';

-- Failures from before the triggers of 0161: only those of today are asked for. A step of its own, because creating a trigger
-- blocks writes to messages until its step ends.
insert into figure_failure (org_id, id, at)
select m.org_id, m.id, m.at from message m
where m.id >= uuid_floor(now() - interval '3 days') and m.direction = 'out'
  and m.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined')
on conflict do nothing;
