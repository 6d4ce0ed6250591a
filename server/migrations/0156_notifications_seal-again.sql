set local lock_timeout = '2s';

-- The operator's command seals the address of a browser again when the encryption key changes.
grant update (sealed) on push_device to crewline_system;
