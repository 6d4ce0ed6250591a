set local lock_timeout = '2s';

-- Orders the versions of one message, because live events, answers and webhooks overtake each other: of two, the one with the
-- greater revision is newer. It is the time of the last change in milliseconds, or one more than before, so that it also grows
-- across a backup that was restored, which takes back the changes made after it. Constant default: no row is rewritten.
alter table message add column revision bigint not null default 0;

-- A trigger and not the statements: processes of the version before this one change messages too during an update.
create function count_message_revision() returns trigger
  language plpgsql
  as $$ begin
    new.revision := greatest(old.revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint);
    return new;
  end $$;
revoke execute on function count_message_revision() from public;
create trigger message_revision before update on message
  for each row execute function count_message_revision();
