import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useArchiveNewsMutation, useDeleteNewsMutation, useDuplicateNewsMutation, useEndNewsMutation } from './api.ts'

/** The other actions of an issue: duplicate, end, archive, delete. */
export function IssueMenu({ issue, flush }: { issue: NewsIssue; flush: () => Promise<number | undefined> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const describeError = useErrorText()
  const canWrite = useCan('broadcasts.draft')
  const canPublish = useCan('broadcasts.send')
  const [isDeleting, setDeleting] = useState(false)
  const [duplicate] = useDuplicateNewsMutation()
  const [archive] = useArchiveNewsMutation()
  const [end] = useEndNewsMutation()
  const [remove] = useDeleteNewsMutation()
  const { id } = issue
  const isArchived = issue.status === 'archived'
  const report = (error: unknown) => toast.api({ title: t`Not done`, message: describeError(error) }, 'ERROR')
  async function copy(): Promise<void> {
    await flush()
    const { data, error } = await duplicate({ id })
    if (data) void navigate(`/dashboard/apps/newsletter/${data.id}/edit`)
    else report(error)
  }
  async function setArchived(): Promise<void> {
    await flush()
    const { error } = await archive({ id, archived: !isArchived })
    if (error) report(error)
    else if (isArchived) toast.api({ title: t`Restored`, message: t`The issue is back in the list.` }, 'OK')
    else
      toast.api(
        { title: t({ message: 'Archived', context: 'news' }), message: t`Readers can no longer open it.` },
        'OK',
      )
  }
  async function endNow(): Promise<void> {
    const { error } = await end({ id, at: null })
    if (error) report(error)
    else toast.api({ title: t`Over`, message: t`Readers see that this page is no longer here.` }, 'OK')
  }
  async function confirmDelete(): Promise<void> {
    const { error } = await remove({ id })
    if (error) report(error)
    else void navigate('/dashboard/apps/newsletter', { replace: true })
    setDeleting(false)
  }
  if (!canWrite && !canPublish) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t`More options for this issue`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canWrite && (
            <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
              <Trans>Duplicate</Trans>
            </Menu.Item>
          )}
          {canPublish && issue.status === 'published' && (
            <Menu.Item leftSection={<IconPlayerStop size={16} stroke={1.75} />} onClick={() => void endNow()}>
              <Trans>End now</Trans>
            </Menu.Item>
          )}
          {canPublish && (
            <Menu.Item
              leftSection={
                isArchived ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
              }
              onClick={() => void setArchived()}
            >
              {isArchived ? <Trans>Move back to the list</Trans> : <Trans>Archive</Trans>}
            </Menu.Item>
          )}
          {canPublish && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => setDeleting(true)}
            >
              <Trans>Delete…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmCount
        isOpen={isDeleting}
        title={t`Delete this issue?`}
        confirmLabel={t`Delete issue`}
        isDestructive
        onCancel={() => setDeleting(false)}
        onConfirm={confirmDelete}
      >
        <Trans>Its link, its posters and its history stop working.</Trans>
      </ConfirmCount>
    </>
  )
}
