set local lock_timeout = '2s';
-- Answers count on the day they were sent. This finds those that waited, which were written on days before. An index of a
-- partitioned table cannot be built beside writes; it has few rows, so building it reads each message once.
-- squawk-ignore require-concurrent-index-creation
create index message_sent_later on message (org_id, sort_id) where sort_id is not null;
