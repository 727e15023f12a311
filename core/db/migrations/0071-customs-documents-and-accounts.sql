-- Customs documents, as carriers call them, were customs papers since 0067, which is of the same release.
alter table parcels rename column customs_papers to customs_documents;
alter table parcels rename constraint parcels_customs_papers_check to parcels_customs_documents_check;
update calls set does = 'customsDocuments' where does = 'papers';
