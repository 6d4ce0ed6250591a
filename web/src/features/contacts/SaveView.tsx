import type { ContactView } from '@crewline/contract/roster'
import { SaveViewDialog } from '../../shared/ui/SaveViewDialog.tsx'
import { useSaveContactViewMutation } from './acts-api.ts'

export interface SaveViewProps {
  /** What the view keeps besides its name. */
  kept: Pick<ContactView, 'audience' | 'sort' | 'order' | 'columns'>
  onClose: () => void
  onSaved: (view: ContactView) => void
}

/** Keeps the list of contacts as it stands under a name. */
export default function SaveView({ kept, onClose, onSaved }: SaveViewProps) {
  const [save, { isLoading }] = useSaveContactViewMutation()
  return (
    <SaveViewDialog
      isSaving={isLoading}
      onClose={onClose}
      onSave={async (view) => {
        const { data, error } = await save({ ...kept, ...view })
        if (data) onSaved(data)
        return error
      }}
    />
  )
}
