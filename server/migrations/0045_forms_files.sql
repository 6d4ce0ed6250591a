set local lock_timeout = '2s';

-- The photos, files and drawn signatures of a response: they are erased together with it.
alter table form_response add column file_ids uuid[] not null default '{}';

-- A tablet in a break room: anyone who has its address answers there, until a member turns it off.
-- contract: the next statement puts back the same condition with one value more, in the same transaction
alter table form_response drop constraint form_response_via_check;
-- squawk-ignore constraint-missing-not-valid
alter table form_response add constraint form_response_via_check
  check (via in ('link', 'public', 'qr', 'text', 'kiosk', 'anonymous'));
alter table form add column kiosk_code text collate "C";
alter table form add column kiosk_idle_seconds int not null default 60;
-- squawk-ignore require-concurrent-index-creation
create unique index form_kiosk on form (kiosk_code) where kiosk_code is not null;
