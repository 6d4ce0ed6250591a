set local lock_timeout = '2s';

-- Orders the versions of one message, because live events, answers and webhooks overtake each other: of two, the one with the
-- greater revision is newer. It is the time of the last change in milliseconds, or one more than before, so that it also grows
-- across a backup that was restored, which takes back the changes made after it. Constant default: no row is rewritten.
alter table message add column revision bigint not null default 0;
