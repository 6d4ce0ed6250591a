import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import classes from './Thread.module.css'
import { useHits } from '../list/useHits.ts'

export interface FindBarProps {
  contactId: string
  /** Scrolls to a message of the thread. */
  onGo: (messageId: string) => void
  onClose: () => void
}

const debounceMs = 250

/** Finds text in one thread, newest match first: Enter for the next older match, Shift Enter for the newer one. */
export default function FindBar({ contactId, onGo, onClose }: FindBarProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [phrase] = useDebouncedValue(typed.trim(), debounceMs)
  const { hits, total, isLoading, isFailed, hasMore, more } = useHits(phrase, { contactId })
  const [at, setAt] = useState(0)
  const hit = hits[at]
  const hitId = hit?.message.id
  const isSearching = phrase.length > 1

  useEffect(() => input.current?.focus(), [])
  useEffect(() => setAt(0), [phrase])
  useEffect(() => {
    if (hitId !== undefined) onGo(hitId)
    // Only a new match scrolls the thread.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hitId])

  function step(by: 1 | -1): void {
    const next = at + by
    if (next >= 0 && next < hits.length) setAt(next)
    if (next >= hits.length - 1 && hasMore) more()
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  const place = at + 1
  const all = hasMore && total >= 100 ? '100+' : String(Math.max(total, hits.length))
  return (
    <search className={classes.find}>
      <TextInput
        size="xs"
        type="search"
        ref={input}
        aria-label={t`Find in this conversation`}
        placeholder={t`Find in this conversation`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <span className={classes.findCount} role="status">
        {isSearching && isFailed && <Trans>Couldn't search. Try again.</Trans>}
        {isSearching && !isLoading && !isFailed && hits.length === 0 && <Trans>No matches</Trans>}
        {isSearching && hits.length > 0 && (
          <Trans>
            {place} of {all}
          </Trans>
        )}
      </span>
      <Hint label={t`Older (Enter)`}>
        <ActionIcon
          size={30}
          aria-label={t`Older match`}
          disabled={at >= hits.length - 1 && !hasMore}
          onClick={() => step(1)}
        >
          <IconChevronUp size={18} stroke={1.75} />
        </ActionIcon>
      </Hint>
      <Hint label={t`Newer (Shift Enter)`}>
        <ActionIcon size={30} aria-label={t`Newer match`} disabled={at === 0} onClick={() => step(-1)}>
          <IconChevronDown size={18} stroke={1.75} />
        </ActionIcon>
      </Hint>
      <CloseButton size={30} aria-label={t`Close search`} onClick={onClose} />
    </search>
  )
}
