-- Where a variant lies at a location, in the words of whoever walks there: "A-03-2". Written by `stock.setBin` alone.
alter table stock_levels add column bin text;
alter table stock_levels add constraint stock_levels_bin_length check (length(bin) between 1 and 40);
