set local lock_timeout = '2s';

-- Whether the plan is charged automatically and there is nothing to charge, as last read from the payment service.
alter table billing_account add column method_missing boolean not null default false;
