-- Where a variant is kept at a location, in the staff's own notation: "A-03-2". Written only by `stock.setBin`.
alter table stock_levels add column bin text;
alter table stock_levels add constraint stock_levels_bin_length check (length(bin) between 1 and 40);
