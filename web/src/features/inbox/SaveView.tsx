import { SaveViewDialog } from '../../shared/ui/SaveViewDialog.tsx'
import { useCreateViewMutation } from './beside-api.ts'
import type { ListAsked } from './fold.ts'

/** Keeps the list of conversations as it stands under a name. */
export default function SaveView({ asked, onClose }: { asked: ListAsked; onClose: () => void }) {
  const [create, { isLoading }] = useCreateViewMutation()
  return (
    <SaveViewDialog
      isSaving={isLoading}
      onClose={onClose}
      onSave={async (view) => {
        const { error } = await create({ ...asked, ...view })
        if (!error) onClose()
        return error
      }}
    />
  )
}
