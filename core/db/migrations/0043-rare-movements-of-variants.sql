-- outside a transaction
-- The kinds that orders do not write routinely, by variant: what a vendor received, however long ago.
create index concurrently if not exists movements_rare_of_variant on movements (variant_id, id)
  where kind in ('opening', 'receive', 'adjust', 'count', 'import', 'transfer', 'restock');
