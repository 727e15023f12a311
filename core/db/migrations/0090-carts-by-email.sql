-- An erasure finds a person's carts by their address.
create index carts_email on carts (email);
