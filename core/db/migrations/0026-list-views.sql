-- Views: named filters of a list in the admin.
create table list_views (
  id text collate "C" primary key,
  list text not null,
  name text not null,
  -- The filters as in the admin's URL.
  search jsonb not null,
  shared boolean not null,
  -- A staff member's id, or a key's.
  made_by text collate "C" not null,
  created_at timestamptz(3) not null
);
-- Names are unique among shared views, and among one person's own.
create unique index list_views_shared_name on list_views (list, name) where shared;
create unique index list_views_own_name on list_views (made_by, list, name) where not shared;
