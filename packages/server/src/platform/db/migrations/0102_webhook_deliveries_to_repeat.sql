-- The deliveries of an endpoint to repeat are read in the order of their list, whatever the statistics say.
create index webhook_deliveries_to_repeat on webhook_deliveries (endpoint_id, state, created_at, id) where state in ('failed', 'skipped');
drop index webhook_deliveries_to_replay;
