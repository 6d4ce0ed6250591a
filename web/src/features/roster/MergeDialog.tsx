import { useLingui } from '@lingui/react/macro'
import { Modal, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { usePersonQuery } from './api.ts'
import { FindOther } from './FindOther.tsx'
import { MergeForm } from './MergeForm.tsx'

export interface MergeDialogProps {
  /** The contact that stays, unless somebody swaps. */
  contactId: string
  /** The one that becomes part of it; asked for when absent. */
  otherId?: string
  isOpen: boolean
  onClose: () => void
  /** Called with the contact that stays, once two are one. */
  onMerged?: (keepId: string) => void
}

/** Makes two contacts one: shows them side by side, asks which facts to keep, and says what moves. */
export function MergeDialog({ isOpen, ...rest }: MergeDialogProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={isOpen}
      onClose={rest.onClose}
      title={t`Merge contacts`}
      size={640}
      fullScreen={isPhone}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isOpen && <Two {...rest} />}
    </Modal>
  )
}

function Two({ contactId, otherId, onClose, onMerged }: Omit<MergeDialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState(otherId)
  const keep = usePersonQuery(contactId)
  const other = usePersonQuery(chosen ?? '', { skip: chosen === undefined })
  if (keep.isError || other.isError)
    return (
      <StatePanel
        kind="error"
        compact
        onRetry={() => {
          if (keep.isError) void keep.refetch()
          if (other.isError) void other.refetch()
        }}
      />
    )
  if (!keep.data || (chosen !== undefined && !other.data)) return <Loading />
  if (!other.data) return <FindOther contact={keep.data} onChoose={setChosen} />
  return (
    <MergeForm
      key={other.data.id}
      pair={[keep.data, other.data]}
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
