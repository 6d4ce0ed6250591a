import type { BroadcastSummary } from '@crewline/contract/broadcasts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { offersOf } from '../broadcast-rules.ts'
import { useBroadcastActions } from '../useBroadcastActions.ts'

export interface BroadcastMenuProps {
  broadcast: Pick<BroadcastSummary, 'id' | 'name' | 'state' | 'archived'>
  /** On its own page: with a border, as the other buttons of the header. */
  isOnPage?: boolean
  onDeleted?: () => void
}

/** Menu with the actions on one broadcast; absent for members who may do none of them. */
export function BroadcastMenu({ broadcast, isOnPage = false, onDeleted }: BroadcastMenuProps) {
  const { t } = useLingui()
  const canDraft = useCan('broadcasts.draft')
  const canSend = useCan('broadcasts.send')
  const [isDeleting, setDeleting] = useState(false)
  const { archive, duplicate, edit, pause, remove, resume } = useBroadcastActions()
  const { id } = broadcast
  const offers = offersOf(broadcast, { canDraft, canSend })
  if (!canDraft && !offers.pause && !offers.resume) return null
  const name = broadcast.name || t`Untitled broadcast`
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={t`More options for ${name}`} {...(isOnPage && { variant: 'default' })}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`More options for ${name}`}>
          {offers.edit && (
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => edit(id)}>
              <Trans>Edit</Trans>
            </Menu.Item>
          )}
          {offers.pause && (
            <Menu.Item leftSection={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => void pause(id)}>
              <Trans>Pause</Trans>
            </Menu.Item>
          )}
          {offers.resume && (
            <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => void resume(id)}>
              <Trans>Resume</Trans>
            </Menu.Item>
          )}
          {canDraft && (
            <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void duplicate(id)}>
              <Trans>Duplicate</Trans>
            </Menu.Item>
          )}
          {offers.archive && (
            <Menu.Item
              leftSection={<IconArchive size={16} stroke={1.75} />}
              onClick={() => void archive(broadcast, true)}
            >
              <Trans>Archive</Trans>
            </Menu.Item>
          )}
          {offers.unarchive && (
            <Menu.Item
              leftSection={<IconArchiveOff size={16} stroke={1.75} />}
              onClick={() => void archive(broadcast, false)}
            >
              <Trans>Unarchive</Trans>
            </Menu.Item>
          )}
          {offers.remove && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={() => setDeleting(true)}
              >
                <Trans>Delete draft…</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmCount
        isOpen={isDeleting}
        title={t`Delete the draft “${name}”?`}
        confirmLabel={t`Delete draft`}
        isDestructive
        onCancel={() => setDeleting(false)}
        onConfirm={async () => {
          const isRemoved = await remove(id)
          setDeleting(false)
          if (isRemoved) onDeleted?.()
        }}
      />
    </>
  )
}
