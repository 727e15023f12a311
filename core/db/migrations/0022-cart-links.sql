-- The shop's URL that opens a cart by its token, so that e-mails can link to it. Null: e-mails have no link.
alter table store add column cart_url text;
