-- Public files, in the bucket of public images. Written when one is published; `remove-old` removes them.
create table media_files (
  key text collate "C" primary key,
  -- Null while the file is shown. A file about to be published has a time too, in case it never is.
  remove_after timestamptz(3)
);
create index media_files_discarded on media_files (remove_after) where remove_after is not null;

-- Images of products have ids.
update products set images = (
  select jsonb_agg(image || jsonb_build_object('id', 'img_' || left(md5(id || place), 26)) order by place)
  from jsonb_array_elements(images) with ordinality as each (image, place))
where images <> '[]';
