set local lock_timeout = '2s';
-- Answers count on the day they were sent. This finds those that waited, which were written on days before.
create index message_sent_later on message (org_id, sort_id) where sort_id is not null;
