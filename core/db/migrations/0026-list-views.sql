-- Views: the filters of a list of the admin under a name.
create table list_views (
  id text collate "C" primary key,
  list text not null,
  name text not null,
  -- The filters as the admin keeps them in its URL.
  search jsonb not null,
  shared boolean not null,
  -- A staff member's id, or a key's.
  made_by text collate "C" not null,
  created_at timestamptz(3) not null
);
-- Among those that everybody sees, and among those of one person, a name says which.
create unique index list_views_shared_name on list_views (list, name) where shared;
create unique index list_views_own_name on list_views (made_by, list, name) where not shared;
