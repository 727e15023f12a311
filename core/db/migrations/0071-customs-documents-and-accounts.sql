-- outside a transaction
-- Customs documents have the carriers' word for them; they were called customs papers. Functions of the release before
-- still read and write that column, and request papers, during a deploy: a later release repeats both updates, and then
-- removes the column.
alter table parcels add column if not exists customs_documents text check (customs_documents in ('pdf', 'png', 'zpl'));
update parcels set customs_documents = customs_papers where customs_papers is not null and customs_documents is null;
update calls set does = 'customsDocuments',
  asked = case when asked ? 'url' then jsonb_build_object('lies', asked, 'ref', (
    select jsonb_build_object('id', p.id, 'bookingId', booking_id, 'trackingNumber', coalesce(tracking_number, ''),
      'courier', courier, 'country', coalesce(address->>'country', ''))
    from parcels p join locations on locations.id = p.location_id where p.id = subject_id)) else asked end
  where does = 'papers';
-- The digest of the provider's account with which a call was first made: another one would not find what was done.
alter table calls add column if not exists account text;
