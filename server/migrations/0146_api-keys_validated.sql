set local lock_timeout = '2s';

-- Added without a check in the migration before, because checking blocks writes there and not here.
alter table api_key validate constraint api_key_issued_to_fkey;
alter table api_key validate constraint api_key_previous_issued_to_fkey;
