import { useCan, useSession } from '../../shared/lib/session/select.ts'

/** Whether the user may transfer contacts to other organizations, if there are any, and accept those who are offered. */
export function useMayTransfer(): { transfer: boolean; accept: boolean } {
  const canEdit = useCan('contacts.edit')
  const canExport = useCan('contacts.export')
  const isWhole = useSession(({ auth }) => auth.features?.sync === true && auth.user?.scope === 'all')
  return { transfer: isWhole && canEdit && canExport, accept: isWhole && canEdit }
}
