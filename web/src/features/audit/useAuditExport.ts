import { useLingui } from '@lingui/react/macro'
import { call } from '../../shared/api/from-contract.ts'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'
import type { AuditFilters } from './api.ts'

/** Saves the shown entries as a file. */
export function useAuditExport(filters: AuditFilters): { isSaving: boolean; exportEntries: () => Promise<void> } {
  const { t } = useLingui()
  const { isSaving, save } = useSaveFile()
  const exportEntries = () =>
    save(
      call('exportAudit', { query: filters }),
      t({ message: 'audit-log.csv', comment: 'The name of a file.' }),
      ({ code }) => (code === 'too_many' ? t`These are more than 100,000 entries. Choose fewer days.` : undefined),
    )
  return { isSaving, exportEntries }
}
