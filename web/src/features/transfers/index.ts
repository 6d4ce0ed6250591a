// Owns the transfer of one person between organizations of a family. Must not depend on a list of contacts.
import { lazy } from 'react'

export {
  useAcceptTransferMutation,
  useDeclineTransferMutation,
  useTransferOffersQuery,
  useTransferTargetsQuery,
} from './api.ts'
export { useMayTransfer } from './useMayTransfer.ts'

/** The transfer of one contact, loaded on first use. */
export const LazyTransferDialog = lazy(() => import('./TransferDialog.tsx'))
/** What is known about the transfers of a contact, loaded after it. */
export const LazyTransferNotes = lazy(() => import('./TransferNotes.tsx'))
/** The note that people are offered to this organization. */
export const LazyOffersNote = lazy(() => import('./OffersNote.tsx'))
