-- Removing a row looks it up in each table that refers to it.
create index messages_resend_of on messages (resend_of) where resend_of is not null;
create index parcel_rates_carrier on parcel_rates (carrier);
create index parcel_rates_order on parcel_rates (order_id);
create index provider_tokens_provider on provider_tokens (provider);
create index suppressions_message on suppressions (message_id) where message_id is not null;
