-- A search ignores accents and case: "novak" finds "Novák", "strasse" finds "Straße". The extension unaccent is not used, because its result
-- depends on a file of the server, so an index with it breaks when that file changes.

-- Letters that do not decompose (NFD) are replaced by those that people type. A text of ASCII characters, such as most addresses, is only
-- converted to lower case. NFC joins what is left, such as the syllables of Korean.
create function search_text(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = char_length(value) then lower(value)
  else lower(normalize(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(value, NFD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g'),
        'ØøŁłĐđÐðĦħŦŧıς', 'OoLlDdDdHhTtiσ'),
      'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'),
    NFC))
end;

-- The keys are explained in 0036. The former indexes are dropped last: the lock for it also stops reads, and lasts until the commit.
create index users_search_text on users using gin ((project_id || ''), search_text(display_name) gin_trgm_ops) with (fastupdate = off)
  where display_name is not null;
create index contact_channels_search_text on contact_channels using gin ((project_id || ''), search_text(value) gin_trgm_ops) with (fastupdate = off);
create index teams_search_text on teams using gin ((project_id || ''), search_text(display_name) gin_trgm_ops) with (fastupdate = off);
drop index users_search;
drop index contact_channels_search;
drop index teams_search;
alter index users_search_text rename to users_search;
alter index contact_channels_search_text rename to contact_channels_search;
alter index teams_search_text rename to teams_search;
