import { fillMerge } from '@crewline/contract/merge'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { SuggestList, type SuggestKeys } from '../../shared/ui/SuggestList.tsx'
import { useSavedRepliesQuery, useUseReplyMutation } from './api.ts'
import { findReplies } from './find-replies.ts'
import classes from './Replies.module.css'
import type { SaidByFields } from './useMergeValues.ts'

export interface ReplyMenuProps {
  /** What was typed after the slash; undefined when a button opened the list. */
  query: string | undefined
  said: SaidByFields | undefined
  onPick: (body: string) => void
  onClose: () => void
  /** Opens the form of a new reply: with what is written, or empty. */
  onSave: () => void
  /** Whether something is written that could be kept. */
  hasWords: boolean
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

/** Saved replies, most used first, with what the contact would read beside them. */
export default function ReplyMenu({
  query,
  said,
  onPick,
  onClose,
  onSave,
  hasWords,
  onKeys,
  onActive,
}: ReplyMenuProps) {
  const { t } = useLingui()
  const { data: replies, isError } = useSavedRepliesQuery()
  const [countUse] = useUseReplyMutation()
  const [typed, setTyped] = useState('')
  const found = findReplies(replies ?? [], query ?? typed)
  const bodyOf = (key: string) => found.find(({ id }) => id === key)?.body ?? ''
  function pick(key: string): void {
    void countUse(key)
    onPick(bodyOf(key))
  }
  const empty = isError
    ? t`We could not load your replies.`
    : !replies
      ? t`Loading…`
      : replies.length === 0
        ? t`Keep what you write often and send it with two keys.`
        : t`No saved reply matches.`
  const isFirst = replies?.length === 0 && !hasWords
  /** Where there is nothing to choose, Enter writes the first reply instead of sending a slash. */
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
      items={found.map(({ id, name, shortcut, shared, body }) => ({
        key: id,
        preview: fillMerge(body, said?.values ?? {}, said?.custom).body,
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
        (hasWords || replies?.length === 0) && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onPointerDown={(event) => event.preventDefault()}
            onClick={onSave}
          >
            {hasWords ? <Trans>Save this as a reply</Trans> : <Trans>Write your first reply</Trans>}
          </Button>
        )
      }
    />
  )
}
