-- Whether a user owns a project is looked up by both columns, whatever the statistics say.
create index project_owners_by_project on project_owners (owned_project_id, user_id);
drop index project_owners_owned_project;
