import { SaveViewDialog } from '../../../shared/ui/table/SaveViewDialog.tsx'
import { useCreateViewMutation } from '../state/related-api.ts'
import type { ConversationFilter } from '../state/list-filter.ts'

/** Saves the current list of conversations as a view. */
export default function SaveView({ filter, onClose }: { filter: ConversationFilter; onClose: () => void }) {
  const [create, { isLoading }] = useCreateViewMutation()
  return (
    <SaveViewDialog
      isSaving={isLoading}
      onClose={onClose}
      onSave={async (view) => {
        const { status, search, groupIds, tagIds } = filter
        const { error } = await create({ status, search, groupIds, tagIds, ...view })
        if (!error) onClose()
        return error
      }}
    />
  )
}
