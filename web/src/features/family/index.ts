// Owns what organizations of one family share, and the transfer of a person between them. Must not depend on a list of
// contacts.
import { lazy } from 'react'

export { useTransferTargetsQuery } from './transfers-api.ts'
export { useMayTransfer } from './useMayTransfer.ts'

/** The transfer of one contact, loaded on first use. */
export const LazyTransferDialog = lazy(() => import('./TransferDialog.tsx'))
/** What is known about the transfers of a contact, loaded after it. */
export const LazyTransferNotes = lazy(() => import('./TransferNotes.tsx'))
/** The note that people are offered to this organization. */
export const LazyOffersNote = lazy(() => import('./OffersNote.tsx'))
