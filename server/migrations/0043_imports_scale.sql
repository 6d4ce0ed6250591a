set local lock_timeout = '2s';

-- The file somebody came with, so that lists can show who came with it. Of files whose rows are still kept it is known.
alter table contact add column import_id uuid;
update contact c set import_id = r.import_id from import_row r
  where r.kind = 'new' and c.org_id = r.org_id and c.id = r.contact_id and c.source = 'import';
create index contact_of_import on contact (org_id, import_id) where import_id is not null;
