import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import {
  useCreateKeywordMutation,
  useDeleteKeywordMutation,
  useEditKeywordMutation,
  useKeywordsQuery,
  type Keyword,
} from '../api.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/EntryList.module.css'

const KeywordEditor = lazy(() => import('./KeywordEditor.tsx'))

/** Lists the keywords with automatic replies; editable with the permission. */
export function KeywordsCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const canManage = useCan('replies.manage')
  const { data: keywords, isError, refetch } = useKeywordsQuery()
  const [edit] = useEditKeywordMutation()
  const [remove] = useDeleteKeywordMutation()
  const [create] = useCreateKeywordMutation()
  const [editing, setEditing] = useState<Keyword | 'new'>()

  async function pause({ id }: Keyword, active: boolean): Promise<void> {
    const { error } = await edit({ id, change: { active } })
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  async function removeKeyword({ id, word, match, reply }: Keyword): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't delete`, message: messageFor(error) })
    toast.undo({ message: t`Keyword deleted.`, onUndo: () => void create({ word, match, reply }) })
  }
  return (
    <SettingsCard
      id="keywords"
      title={t`Keywords`}
      text={t`Contacts who text one of these words get its reply right away.`}
      state={
        canManage && (
          <Button size="compact-sm" variant="default" onClick={() => setEditing('new')}>
            <Trans>Add keyword</Trans>
          </Button>
        )
      }
    >
      {isError && !keywords && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {!keywords && !isError && <SkeletonRows count={3} />}
      {keywords?.length === 0 && (
        <StatePanel
          kind="firstUse"
          title={t`No keywords yet`}
          text={t`For example, reply to SHIFT with how to request a shift change.`}
        />
      )}
      {keywords && keywords.length > 0 && (
        <ul className={classes.list}>
          {keywords.map((keyword) => {
            const { id, word, reply, active, uses } = keyword
            return (
              <li key={id} className={classes.entry}>
                <div className={classes.about}>
                  <span className={classes.name}>
                    <bdi>{word}</bdi>
                    <span className={classes.quiet}>
                      <Plural value={uses} one="# time" other="# times" />
                    </span>
                  </span>
                  <p className={classes.words} dir="auto" translate="no">
                    {reply}
                  </p>
                </div>
                {canManage ? (
                  <>
                    <Switch
                      aria-label={t`Automatic reply for ${word}`}
                      checked={active}
                      onChange={(event) => void pause(keyword, event.currentTarget.checked)}
                    />
                    <ActionIcon onClick={() => setEditing(keyword)} aria-label={t`Edit ${word}`}>
                      <IconPencil size={18} stroke={1.75} />
                    </ActionIcon>
                    <ActionIcon onClick={() => void removeKeyword(keyword)} aria-label={t`Delete ${word}`}>
                      <IconTrash size={18} stroke={1.75} />
                    </ActionIcon>
                  </>
                ) : (
                  !active && (
                    <span className={classes.quiet}>
                      <Trans>Paused</Trans>
                    </span>
                  )
                )}
              </li>
            )
          })}
        </ul>
      )}
      {editing && (
        <Suspense fallback={null}>
          <KeywordEditor keyword={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </SettingsCard>
  )
}
