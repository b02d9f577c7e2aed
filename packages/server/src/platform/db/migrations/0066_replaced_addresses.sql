-- A session that replaces a proved address keeps it for sign-in and recovery until the new one is proved: a typing error or a thief of the
-- session does not lock the owner out.
alter table contact_channels add column replaced_by_id uuid;
comment on column contact_channels.replaced_by_id is 'The channel that has replaced this address and is not proved yet. No foreign key: if it is gone, the address is no longer replaced.';
