-- How many lines a SKU's beginning matches decides the way of a search. With the usual hundred samples one of them is a
-- hundredth of all lines, and PostgreSQL walked through half of the orders for a SKU of a hundred lines.
alter index order_lines_sku alter column 1 set statistics 1000;
