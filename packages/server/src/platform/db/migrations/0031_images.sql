-- Uploaded images get a table of their own: the row of a user, which every call reads, held up to a megabyte of them.
create table images (
  project_id   text  not null,
  id           text  not null constraint images_id_check check (id ~ '^[A-Za-z0-9_-]{43}$'),
  user_id      uuid  not null,
  content_type text  not null constraint images_content_type_check
                     check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp')),
  bytes        bytea not null constraint images_bytes_check check (octet_length(bytes) <= 750000),
  primary key (project_id, id),
  -- One image per user, so that concurrent uploads leave no other row. The user first (decision 012).
  constraint images_one_per_user unique (user_id, project_id),
  constraint images_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column images.id is 'Part of the public URL and the only protection of the image: a keyed digest, or a digest of random bytes for images that this migration moved.';
-- The formats are compressed already.
alter table images alter column bytes set storage external;

comment on column users.profile_image_url is 'An http(s) URL, or the path of the image below the API prefix: /images/<project>/<id>.';

-- The previous version writes images as `data:` URLs. This trigger moves them to the table. Drop it when that version is gone.
create function store_inline_profile_image() returns trigger language plpgsql as $$
declare
  -- The previous version accepts base64 without padding, and ignores a last character that encodes less than a byte.
  data text := rtrim(substr(new.profile_image_url, strpos(new.profile_image_url, ',') + 1), '=');
  content bytea := '';
  type text;
  stored_id text;
begin
  if new.profile_image_url like 'data:%' then
    if length(data) % 4 = 1 then data := left(data, -1); end if;
    begin
      content := decode(rpad(data, (length(data) + 3) / 4 * 4, '='), 'base64');
    exception when data_exception then
      content := '';
    end;
    type := case
      when substr(content, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
      when substr(content, 1, 3) = '\xffd8ff' then 'image/jpeg'
      when substr(content, 1, 6) in ('\x474946383761', '\x474946383961') then 'image/gif'
      when substr(content, 1, 4) = '\x52494646' and substr(content, 9, 4) = '\x57454250' then 'image/webp'
      when substr(content, 1, 2) = '\x424d' then 'image/bmp'
    end;
    if type is null then
      new.profile_image_url := null;
    else
      insert into images (project_id, user_id, id, content_type, bytes)
      values (new.project_id, new.id,
        translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || content), 'base64'), '+/=', '-_'),
        type, content)
      on conflict (user_id, project_id) do update set
        id = case when images.bytes = excluded.bytes then images.id else excluded.id end,
        content_type = excluded.content_type, bytes = excluded.bytes
      returning id into stored_id;
      new.profile_image_url := '/images/' || new.project_id || '/' || stored_id;
    end if;
  end if;
  if coalesce(new.profile_image_url, '') not like '/%' then
    delete from images where project_id = new.project_id and user_id = new.id;
  end if;
  return new;
end $$;
create trigger users_inline_profile_image before update of profile_image_url on users for each row
  when (new.profile_image_url like 'data:%' or new.profile_image_url is distinct from old.profile_image_url)
  execute function store_inline_profile_image();

update users set profile_image_url = profile_image_url where profile_image_url like 'data:%';

-- `profile_image_url` keeps its content for the previous version, which also writes it back. This version reads `profile_image`.
create or replace view user_profiles as
select u.project_id, u.id, u.display_name,
  case when u.profile_image_url like '/%' then
    (select 'data:' || i.content_type || ';base64,' || replace(encode(i.bytes, 'base64'), E'\n', '')
     from images i where i.project_id = u.project_id and i.user_id = u.id)
    else u.profile_image_url end as profile_image_url,
  u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.password_hash is not null as has_password, u.otp_auth_enabled, u.is_anonymous, u.signed_up_at,
  u.last_active_at, c.value as primary_email, coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled,
  u.totp_secret_sealed is not null as requires_totp,
  exists (select from passkeys p where p.project_id = u.project_id and p.user_id = u.id) as has_passkey,
  (select jsonb_agg(jsonb_build_object('provider_id', o.provider_id, 'authority', o.authority, 'account_id', o.account_id,
                                       'email', o.email)
                    order by o.created_at, o.provider_id)
   from oauth_accounts o where o.project_id = u.project_id and o.user_id = u.id) as oauth_accounts,
  case when u.project_id = 'internal' then array(
    select w.owned_project_id from project_owners w
    where w.project_id = u.project_id and w.user_id = u.id and not u.is_anonymous
    order by w.position) end as owned_project_ids,
  u.country_code, u.sign_up_risk_bot, u.sign_up_risk_free_trial_abuse,
  u.profile_image_url as profile_image
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;
