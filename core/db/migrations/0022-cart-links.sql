-- Where a shop's page opens a cart by its token, so that an e-mail can lead back to it. Null: e-mails have no link.
alter table store add column cart_url text;
