-- A search is planned by how many lines a SKU's beginning matches. With the usual hundred samples each stands for a
-- hundredth of all lines, and PostgreSQL scanned half of the orders for a SKU with a hundred lines.
alter index order_lines_sku alter column 1 set statistics 1000;
