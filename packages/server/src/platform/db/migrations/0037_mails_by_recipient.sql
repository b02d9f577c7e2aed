-- Deleting a user deletes the mails to the addresses that no other user has. The lookup column first, the project last (decision 012).
create index emails_by_recipient on emails (recipient, project_id);
create index contact_channels_by_value on contact_channels (value, project_id);
