-- outside a transaction: an index that is built beside writes cannot be built within one
create index concurrently if not exists audit_entry_by_actor on audit_entry (org_id, actor_id, at desc, id desc);
