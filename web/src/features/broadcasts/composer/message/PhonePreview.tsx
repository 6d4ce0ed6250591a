import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { formatNumber, languageName } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { fullName } from '../../../../shared/lib/session/state.ts'
import { StatePanel } from '../../../../shared/ui/feedback/StatePanel.tsx'
import { useBroadcastPreviewInfiniteQuery } from '../../api.ts'
import classes from './PhonePreview.module.css'
import fields from '../Fields.module.css'
import { hasAudience, toSave } from '../draft-rules.ts'

const debounceMs = 500

/** Shows the text on a phone as real people get it, the longest first. */
export function PhonePreview({ content }: { content: BroadcastContent }) {
  const { t, i18n } = useLingui()
  const [at, setAt] = useState(0)
  const { audience, message, kind, poll, schedule, options } = content
  const hasText = message.body.trim() !== '' || message.mediaIds.length > 0
  const asked = { audience, message, kind, ...toSave({ poll }), schedule, options }
  const [settled] = useDebouncedValue(JSON.stringify(asked), debounceMs)
  const isReady = hasText && hasAudience(audience)
  const query = useBroadcastPreviewInfiniteQuery(
    isReady ? (JSON.parse(settled) as Omit<BroadcastContent, 'name'>) : skipToken,
  )
  const people = query.data?.pages.flatMap((page) => page.data) ?? []
  const index = Math.min(at, Math.max(0, people.length - 1))
  const person = people[index]
  function move(to: number): void {
    setAt(to)
    if (to >= people.length - 2 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  if (!hasAudience(audience))
    return (
      <p className={fields.quiet}>
        <Trans>Choose people to preview the text as they get it.</Trans>
      </p>
    )
  if (!hasText)
    return (
      <p className={fields.quiet}>
        <Trans>Write a message to preview it.</Trans>
      </p>
    )
  if (query.isError) return <StatePanel kind="error" compact onRetry={() => void query.refetch()} />
  if (!person && query.data && !query.isFetching)
    return (
      <p className={fields.quiet}>
        <Trans>No one would get this. Choose more people.</Trans>
      </p>
    )
  if (!person) return <Skeleton height={320} width={300} radius="xl" />
  const name = fullName(person.contact) || (person.contact.phoneDisplay ?? t`No name`)
  return (
    <section className={classes.preview} aria-label={t`Preview`} aria-busy={query.isFetching}>
      <div className={classes.phone}>
        <p className={classes.phoneHead}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.bubble} dir="auto" lang={person.language} translate="no">
          {person.body}
        </p>
      </div>
      <div className={classes.pager}>
        <ActionIcon aria-label={t`Previous person`} disabled={index === 0} onClick={() => move(index - 1)}>
          <IconChevronLeft size={18} stroke={1.75} className="mantine-rotate-rtl" />
        </ActionIcon>
        <p role="status">
          <bdi>{name}</bdi> · {languageName(person.language, i18n.locale)} ·{' '}
          <Plural value={person.segments} one="# segment" other="# segments" />
        </p>
        <ActionIcon aria-label={t`Next person`} disabled={index >= people.length - 1} onClick={() => move(index + 1)}>
          <IconChevronRight size={18} stroke={1.75} className="mantine-rotate-rtl" />
        </ActionIcon>
      </div>
      <p className={fields.quiet}>
        {index === 0 ? <Trans>The longest text comes first.</Trans> : formatNumber(index + 1, i18n.locale)}
      </p>
    </section>
  )
}
