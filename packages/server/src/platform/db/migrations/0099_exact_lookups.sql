-- Lookups by several columns use one index with all of them, whatever the statistics say: whether a user owns a project, the deltas of one figure,
-- and the attempts and the deliveries to repeat of an endpoint in the order of their lists.
create index project_owners_by_project on project_owners (owned_project_id, user_id);
drop index project_owners_owned_project;
create index figure_deltas_by_figure on figure_deltas (project_id, figure);
drop index figure_deltas_of_project;
create index webhook_attempts_in_order on webhook_attempts (endpoint_id, started_at, delivery_id, number);
drop index webhook_attempts_of_endpoint;
create index webhook_deliveries_to_repeat on webhook_deliveries (endpoint_id, state, created_at, id) where state in ('failed', 'skipped');
drop index webhook_deliveries_to_replay;
