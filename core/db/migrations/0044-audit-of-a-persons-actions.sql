-- outside a transaction
-- Whether a person ever took an action, however much they did and however often others took it.
create index concurrently if not exists audit_actor_action on audit (actor_id, action, id);
