import type { CustomField } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { BlockedDelete } from './BlockedDelete.tsx'
import { FieldForm } from './FieldForm.tsx'
import classes from './Fields.module.css'
import { useFieldDelete } from './useFieldDelete.ts'

export interface FieldDrawerProps {
  isOpen: boolean
  /** The field to edit; absent for a new one. */
  field: CustomField | undefined
  onClose: () => void
}

/** Adds or edits a custom field next to the list. */
export default function FieldDrawer({ isOpen, field, onClose }: FieldDrawerProps) {
  const { t } = useLingui()
  const { remove, blockers, isBusy } = useFieldDelete(onClose)
  return (
    <RecordDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={field ? <bdi>{field.name}</bdi> : t`Add field`}
      key={field?.id ?? 'new'}
    >
      <FieldForm field={field} onSaved={onClose} onCancel={onClose} />
      {field && field.managedBy === null && (
        <div className={classes.danger}>
          {blockers && <BlockedDelete uses={blockers} />}
          <Button
            variant="subtle"
            color="red"
            loading={isBusy}
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => void remove(field)}
          >
            <Trans>Delete field</Trans>
          </Button>
        </div>
      )}
    </RecordDrawer>
  )
}
