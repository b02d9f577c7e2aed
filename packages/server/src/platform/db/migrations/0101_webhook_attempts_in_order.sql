-- The attempts of an endpoint are read in the order of their list, whatever the statistics say.
create index webhook_attempts_in_order on webhook_attempts (endpoint_id, started_at, delivery_id, number);
drop index webhook_attempts_of_endpoint;
