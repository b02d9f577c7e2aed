-- Admins search the mails of their project. The mails to one address, and the failed ones, are read in their order. The deletion of an
-- address also reads the first index. The first key and the second condition keep the other index from every other query.
create index emails_to_recipient on emails (recipient, project_id, created_at, id);
create index emails_failed on emails ((project_id || ' failed'), created_at, id) where state = 'failed' and created_at > '-infinity';
-- Last, because the lock for it also stops reads.
drop index emails_by_recipient;
alter index emails_to_recipient rename to emails_by_recipient;
