set local lock_timeout = '2s';

-- Which sign-in a session belongs to: a switch of the organization opens another session of the same one. Null: its own.
alter table session add column sign_in_id uuid;
-- By which sign-in a browser asked for push messages; they end with it. Null: nobody knows.
alter table push_device add column sign_in_id uuid;
-- Whom a push message is about, so that it does not reach who may not see them any more.
alter table push_message add column contact_id uuid;
