import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { useMissingColumns, type MissingPerson } from './useMissingColumns.tsx'

/** Who got the form by text and has not answered. */
export function Missing({ people, texted }: { people: MissingPerson[] | undefined; texted: number }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const columns = useMissingColumns()
  return (
    <DataTable
      label={t`Not answered`}
      columns={columns}
      rows={people ?? []}
      rowKey={({ contactId }) => contactId}
      rowName={({ name }) => name}
      onOpen={({ contactId }) => void navigate(`/dashboard/contacts/${contactId}`)}
      isLoading={people === undefined}
      empty={
        texted === 0 ? (
          <StatePanel
            kind="firstUse"
            title={t`Not texted yet`}
            text={t`People you text the form to appear here until they answer.`}
          />
        ) : (
          <StatePanel kind="firstUse" title={t`Everyone answered`} text={t`No one is left to remind.`} />
        )
      }
    />
  )
}
