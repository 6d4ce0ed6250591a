-- The position of the follower that carries opt-outs to where people went (ADR 0142). It
-- begins with the oldest event that is kept: what it does depends on states only, so a repeat is harmless.
set local lock_timeout = '2s';
insert into event_cursor (follower, xid, seq, moved_at) values ('transfers', '0', 0, now());
