import type { ContactView } from '@crewline/contract/contact-lists'
import { SaveViewDialog } from '../../../shared/ui/table/SaveViewDialog.tsx'
import { useSaveContactViewMutation } from '../actions/actions-api.ts'

export interface SaveViewProps {
  /** What the view stores in addition to its name. */
  viewSettings: Pick<ContactView, 'audience' | 'sort' | 'order' | 'columns'>
  onClose: () => void
  onSaved: (view: ContactView) => void
}

/** Saves the current contact list as a named view. */
export default function SaveView({ viewSettings, onClose, onSaved }: SaveViewProps) {
  const [save, { isLoading }] = useSaveContactViewMutation()
  return (
    <SaveViewDialog
      isSaving={isLoading}
      onClose={onClose}
      onSave={async (view) => {
        const { data, error } = await save({ ...viewSettings, ...view })
        if (data) onSaved(data)
        return error
      }}
    />
  )
}
