-- Only the contract (emails.ts) has the names of the mails, so that a new mail needs no migration.
alter table emails drop constraint emails_template_check;
