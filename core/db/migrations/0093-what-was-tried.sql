-- The content that an import's last dry run has read; null without one. The import itself takes no other.
alter table jobs add column tried_etag text;
