import type { Group } from '@crewline/contract/groups'
import { useLingui } from '@lingui/react/macro'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { GroupForm } from './GroupForm.tsx'
import type { GroupTemplate } from '../list/templates.ts'

export interface GroupDrawerProps {
  /** The group to edit; absent for a new one. */
  group?: Group
  template?: GroupTemplate
  onClose: () => void
  onSaved: (group: Group) => void
}

/** Creates or edits a group next to the list. */
export default function GroupDrawer({ group, template, onClose, onSaved }: GroupDrawerProps) {
  const { t } = useLingui()
  return (
    <RecordDrawer isOpen onClose={onClose} title={group ? t`Edit group` : t`New group`}>
      <GroupForm {...(group && { group })} {...(template && { template })} onSaved={onSaved} onCancel={onClose} />
    </RecordDrawer>
  )
}
