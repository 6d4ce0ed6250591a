-- contract: the key holds the same columns in another order, which every version asks by equality or by conflict
set local lock_timeout = '2s';

-- Every text asks who has its conversation unread already, and almost all do. With the conversation before the person these
-- rows stand side by side: one look-up a text instead of one for every member. What a member asks for goes by
-- `unread_latest`, or names both.
alter table unread drop constraint unread_pkey, add primary key (org_id, contact_id, user_id);
