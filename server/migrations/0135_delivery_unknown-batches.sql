set local lock_timeout = '2s';

-- The batch into which a text returns when its carrier says that it never arrived: until then the batch can send more. Null
-- for a text of no batch, and where the carrier cannot be asked.
alter table unknown_outcome add column batch_id uuid;
