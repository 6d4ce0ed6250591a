-- contract: the checks of the history are replaced by wider ones; what a running version writes still fits
set local lock_timeout = '2s';

-- The history of a number is a chain: each entry carries the hash of the one before it, and the number's row the hash of
-- the last, so that an entry changed, removed or cut off later is found.
alter table consent add column last_hash bytea;
alter table consent_event
  add column prev_hash bytea,
  add column hash bytea,
  -- The member who acted for the worker; null when the worker or the carrier did.
  add column user_id uuid,
  drop constraint consent_event_action_check,
  drop constraint consent_event_method_check,
  add constraint consent_event_action_check
    check (action in ('opt_out', 'opt_in', 'help', 'possible_opt_out', 'not_opt_out', 'wrong_number')),
  add constraint consent_event_method_check
    check (method in ('keyword', 'natural_language', 'member', 'carrier', 'web', 'import_attestation', 'voicemail'));

-- Somebody said that this number is not the worker's: people may still answer, broadcasts leave it out.
alter table contact add column suspect_since timestamptz;
