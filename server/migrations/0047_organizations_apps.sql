set local lock_timeout = '2s';
-- Apps can be turned off from now on. Organizations used them whatever their features said, so they keep them.
update organization set features = features || '{"newsletter": true, "forms": true, "birthday": true, "contactoptin": true}'::jsonb;
