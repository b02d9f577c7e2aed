-- Lines of two files of one import can have the same number. Records of earlier versions have no file.
alter table imported_users add column file text not null default '';
alter table imported_teams add column file text not null default '';
alter table import_marks add column file text not null default '';
