import { SaveViewDialog } from '../../../shared/ui/table/SaveViewDialog.tsx'
import { useCreateViewMutation } from '../state/related-api.ts'
import { filterOfView } from './saved-view.ts'
import type { ConversationFilter } from '../state/list-filter.ts'

export interface SaveViewProps {
  filter: ConversationFilter
  /** Called with the filter of the new view, which names all dates of a broadcast. */
  onSaved: (filter: ConversationFilter) => void
  onClose: () => void
}

/** Saves the current list of conversations as a view. */
export default function SaveView({ filter, onSaved, onClose }: SaveViewProps) {
  const [create, { isLoading }] = useCreateViewMutation()
  return (
    <SaveViewDialog
      isSaving={isLoading}
      onClose={onClose}
      onSave={async (view) => {
        const { status, search, groupIds, tagIds, repliesTo = 'none' } = filter
        const queue = repliesTo === 'none' || repliesTo === '' ? {} : { repliesTo }
        const { data, error } = await create({ status, search, groupIds, tagIds, ...queue, ...view })
        if (data) onSaved(filterOfView(data.view))
        if (!error) onClose()
        return error
      }}
    />
  )
}
