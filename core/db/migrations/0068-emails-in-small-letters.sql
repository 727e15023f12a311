-- Orders imported from our own layout kept the capitals of an address, and were not found by it.
update orders set email = lower(email) where email <> lower(email);
