import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { LazyReplyEditor } from '../lazy.tsx'
import { useCreateReplyMutation, useDeleteReplyMutation, useSavedRepliesQuery, type SavedReply } from '../api.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/EntryList.module.css'

/** Lists the saved replies of the member and the shared ones; shared ones are editable with the permission. */
export function SavedRepliesCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const canShare = useCan('replies.manage')
  const { data: replies, isError, refetch } = useSavedRepliesQuery()
  const [remove] = useDeleteReplyMutation()
  const [create] = useCreateReplyMutation()
  const [editing, setEditing] = useState<SavedReply | 'new'>()

  async function removeReply({ id, name, shortcut, body, shared }: SavedReply): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't delete`, message: messageFor(error) })
    toast.undo({
      message: t`Reply deleted.`,
      onUndo: () => void create({ name, shortcut, body, ...(canShare && { shared }) }),
    })
  }
  const add = (
    <Button size="compact-sm" variant="default" onClick={() => setEditing('new')}>
      <Trans>Add reply</Trans>
    </Button>
  )
  return (
    <SettingsCard
      id="replies"
      title={t`Saved replies`}
      text={t`Type / at the start of a line in a message to insert one.`}
      state={add}
    >
      {isError && !replies && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {!replies && !isError && <SkeletonRows count={3} />}
      {replies?.length === 0 && (
        <StatePanel
          kind="firstUse"
          title={t`No saved replies yet`}
          text={t`Save the messages you send often and insert them by typing /.`}
        />
      )}
      {replies && replies.length > 0 && (
        <ul className={classes.list}>
          {replies.map((reply) => {
            const { id, name, shortcut, body, shared, mine } = reply
            return (
              <li key={id} className={classes.entry}>
                <div className={classes.about}>
                  <span className={classes.name}>
                    <bdi>{name}</bdi>
                    {shortcut && <bdi className={classes.quiet}>/{shortcut}</bdi>}
                    {shared && (
                      <span className={classes.quiet}>
                        <IconUsersGroup size={14} stroke={1.75} aria-hidden /> <Trans>Shared</Trans>
                      </span>
                    )}
                  </span>
                  <p className={classes.words} dir="auto" translate="no">
                    {body}
                  </p>
                </div>
                {(shared ? canShare : mine) && (
                  <>
                    <ActionIcon onClick={() => setEditing(reply)} aria-label={t`Edit ${name}`}>
                      <IconPencil size={18} stroke={1.75} />
                    </ActionIcon>
                    <ActionIcon onClick={() => void removeReply(reply)} aria-label={t`Delete ${name}`}>
                      <IconTrash size={18} stroke={1.75} />
                    </ActionIcon>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {editing && (
        <Suspense fallback={null}>
          <LazyReplyEditor reply={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </SettingsCard>
  )
}
