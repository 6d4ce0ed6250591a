set local lock_timeout = '2s';

-- The operator's command seals the tax number again when the encryption key changes.
grant update (ein) on carrier_registration_form to crewline_system;
