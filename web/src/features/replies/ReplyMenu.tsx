import { fillMerge } from '@crewline/contract/merge'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { SuggestList, type SuggestKeys } from '../../shared/ui/overlay/SuggestList.tsx'
import { useSavedRepliesQuery, useUseReplyMutation } from './api.ts'
import { findReplies } from './find-replies.ts'
import classes from './Replies.module.css'
import type { MergeFieldValues } from './useMergeValues.ts'

export interface ReplyMenuProps {
  /** The text typed after the slash; undefined when a button opened the list. */
  query: string | undefined
  mergeValues: MergeFieldValues | undefined
  onPick: (body: string) => void
  onClose: () => void
  /** Opens the form of a new reply, with the current text or empty. */
  onSave: () => void
  /** Whether there is text that can be saved. */
  hasText: boolean
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

/** Lists the saved replies, most used first, each as the contact would read it. */
export default function ReplyMenu({
  query,
  mergeValues,
  onPick,
  onClose,
  onSave,
  hasText,
  onKeys,
  onActive,
}: ReplyMenuProps) {
  const { t } = useLingui()
  const { data: replies, isError } = useSavedRepliesQuery()
  const [countUse] = useUseReplyMutation()
  const [typed, setTyped] = useState('')
  const matches = findReplies(replies ?? [], query ?? typed)
  const bodyOf = (key: string) => matches.find(({ id }) => id === key)?.body ?? ''
  function pick(key: string): void {
    void countUse(key)
    onPick(bodyOf(key))
  }
  const empty = isError
    ? t`Couldn't load your replies.`
    : !replies
      ? t`Loading…`
      : replies.length === 0
        ? t`Save the messages you send often and insert them by typing /.`
        : t`No matching saved replies.`
  const isFirst = replies?.length === 0 && !hasText
  /** When there are no replies, Enter opens the form of the first one instead of sending a slash. */
  const keysOf = (keys: SuggestKeys | undefined): SuggestKeys | undefined =>
    keys &&
    ((event) => {
      if (keys(event)) return true
      if (!isFirst || event.key !== 'Enter') return false
      event.preventDefault()
      onSave()
      return true
    })
  return (
    <SuggestList
      label={t`Saved replies`}
      items={matches.map(({ id, name, shortcut, shared, body }) => ({
        key: id,
        preview: fillMerge(body, mergeValues?.values ?? {}, mergeValues?.custom).body,
        label: (
          <>
            <bdi className={classes.name}>{name}</bdi>
            {shared && <IconUsersGroup size={16} stroke={1.75} aria-label={t`Shared`} />}
            {shortcut && <span className={classes.shortcut}>/{shortcut}</span>}
          </>
        ),
      }))}
      onPick={pick}
      onClose={onClose}
      onKeys={(keys) => onKeys(keysOf(keys))}
      onActive={onActive}
      empty={empty}
      search={query === undefined ? { value: typed, onChange: setTyped, label: t`Find a saved reply` } : undefined}
      foot={
        (hasText || replies?.length === 0) && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onPointerDown={(event) => event.preventDefault()}
            onClick={onSave}
          >
            {hasText ? <Trans>Save as a reply</Trans> : <Trans>Create your first reply</Trans>}
          </Button>
        )
      }
    />
  )
}
