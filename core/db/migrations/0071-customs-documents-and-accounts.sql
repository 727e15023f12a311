-- Customs documents, as carriers call them, were customs papers since 0067, which is of the same release.
alter table parcels rename column customs_papers to customs_documents;
alter table parcels rename constraint parcels_customs_papers_check to parcels_customs_documents_check;
update calls set does = 'customsDocuments' where does = 'papers';
-- The digest of the provider's account with which a call was first made: another one would not find what was done.
alter table calls add column if not exists account text;
