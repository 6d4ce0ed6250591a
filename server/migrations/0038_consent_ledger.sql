-- contract: the checks of the history are replaced by wider ones; what a running version writes still fits
set local lock_timeout = '2s';

-- Somebody says for a worker that they agreed, and every way in which a person can agree or end it has a name.
alter table consent_event
  drop constraint consent_event_action_check,
  drop constraint consent_event_method_check,
  add constraint consent_event_action_check
    check (action in ('opt_out', 'opt_in', 'attest', 'help', 'possible_opt_out', 'not_opt_out', 'wrong_number')),
  add constraint consent_event_method_check
    check (method in ('keyword', 'natural_language', 'web', 'qr', 'kiosk', 'paper', 'verbal', 'email', 'voicemail',
      'import_attestation', 'hris_attestation', 'member', 'carrier'));

-- The list of numbers that must not be texted, the newest first.
create index consent_opted_out on consent (org_id, changed_at, phone) where opted_out;
