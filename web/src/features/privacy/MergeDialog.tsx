import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { useContactQuery } from './api.ts'
import { FindDuplicate } from './FindOther.tsx'
import { MergeForm } from './MergeForm.tsx'

export interface MergeDialogProps {
  /** The contact that is kept, unless the user swaps them. */
  contactId: string
  /** The contact that is merged into it; the dialog asks for it when absent. */
  otherId?: string
  isOpen: boolean
  onClose: () => void
  /** Called with the id of the kept contact after the merge. */
  onMerged?: (keepId: string) => void
}

/** Merges two contacts: shows them side by side, asks which values to keep, and lists what moves. */
export function MergeDialog({ isOpen, ...rest }: MergeDialogProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Dialog
      opened={isOpen}
      onClose={rest.onClose}
      title={t`Merge contacts`}
      size={640}
      fullScreen={isPhone}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isOpen && <Two {...rest} />}
    </Dialog>
  )
}

function Two({ contactId, otherId, onClose, onMerged }: Omit<MergeDialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState(otherId)
  const keep = useContactQuery(contactId)
  const otherQuery = useContactQuery(chosen ?? '', { skip: chosen === undefined })
  if (keep.isError || otherQuery.isError)
    return (
      <StatePanel
        kind="error"
        compact
        onRetry={() => {
          if (keep.isError) void keep.refetch()
          if (otherQuery.isError) void otherQuery.refetch()
        }}
      />
    )
  if (!keep.data || (chosen !== undefined && !otherQuery.data)) return <Loading />
  if (!otherQuery.data) return <FindDuplicate contact={keep.data} onChoose={setChosen} />
  return (
    <MergeForm
      key={otherQuery.data.id}
      pair={[keep.data, otherQuery.data]}
      onClose={onClose}
      {...(otherId === undefined && { onBack: () => setChosen(undefined) })}
      {...(onMerged && { onMerged })}
    />
  )
}

function Loading() {
  return (
    <Stack gap="sm">
      <Skeleton height={40} />
      <Skeleton height={160} />
    </Stack>
  )
}
