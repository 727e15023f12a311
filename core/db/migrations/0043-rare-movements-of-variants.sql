-- outside a transaction
-- The kinds that no order writes as a matter of course, variant by variant: what a seller received, however long ago.
create index concurrently if not exists movements_rare_of_variant on movements (variant_id, id)
  where kind in ('opening', 'receive', 'adjust', 'count', 'import', 'transfer', 'restock');
