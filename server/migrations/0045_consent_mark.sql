set local lock_timeout = '2s';

-- Of somebody erased who had opted out, the number stays as its mark: ~ and a keyed hash, in place of the number in both
-- tables, with a history without words. A partial index answers quickly whether there are any.
create index consent_of_erased on consent (org_id, phone) where phone like '~%';
-- Numbers are locked in order before they go.
grant update on consent to crewline_system;

-- What a service has translated is forgotten with the text it was made of; rows from before this was kept have no source.
alter table translation_memory add column source bytea;
create index translation_memory_by_source on translation_memory (org_id, source) where source is not null;
grant delete on translation_memory to crewline_app;
