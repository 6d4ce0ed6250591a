set local lock_timeout = '2s';

-- The secret of a key is known to who was shown it last: who created the key, or who replaced it since. Null: the creator.
alter table api_key add column issued_to uuid;
alter table api_key add constraint api_key_issued_to_fkey
  foreign key (issued_to) references user_account (id) not valid;
-- Who knows the secret from before the last replacement, which works until previous_until.
alter table api_key add column previous_issued_to uuid;
alter table api_key add constraint api_key_previous_issued_to_fkey
  foreign key (previous_issued_to) references user_account (id) not valid;

-- Keys that someone else replaced before this version, by the index on the target of audit entries.
update api_key k set issued_to = e.actor_id
from (
  select r.org_id, r.id, (
    select a.actor_id from audit_entry a
    where a.org_id = r.org_id and a.target = r.id::text and a.action = 'api-key.rotated' order by a.at desc, a.id desc limit 1
  ) as actor_id from api_key r where r.revoked_at is null
) e
where k.org_id = e.org_id and k.id = e.id and e.actor_id <> k.created_by
  and exists (select from user_account u where u.id = e.actor_id);
