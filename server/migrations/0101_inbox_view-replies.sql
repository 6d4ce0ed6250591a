set local lock_timeout = '2s';
-- Views can show the replies to one broadcast, or to any: `any`, or `broadcast:` and its id. Empty for all conversations.
alter table saved_view add column replies_to text not null default '';
