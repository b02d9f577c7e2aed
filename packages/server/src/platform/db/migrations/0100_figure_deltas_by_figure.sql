-- The deltas of one figure are looked up by both columns, whatever the statistics say.
create index figure_deltas_by_figure on figure_deltas (project_id, figure);
drop index figure_deltas_of_project;
