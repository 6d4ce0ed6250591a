import type { NewsIssue } from '@crewline/contract/news'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { clockIn, dayIn } from '@crewline/contract/calendar'
import { instantOf } from '@crewline/contract/schedule-rules'
import { useSession } from '../../shared/lib/session/select.ts'
import { refusalOf } from '../../shared/api/send.ts'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { usePlanNewsMutation, usePublishNewsMutation } from './api.ts'
import classes from './News.module.css'
import { AUTONYMS, openTranslations } from './news-rules.ts'
import type { IssueDraft } from './useIssueDraft.ts'

export interface PublishDialogProps {
  issue: NewsIssue
  draft: IssueDraft
  onClose: () => void
  /** Something is missing; the problems by `title`, `blocks` or `blocks.<id>`. */
  onRefused: (problems: Record<string, string>) => void
  onPublished: () => void
  onPlanned: () => void
}

/** Returns an instant as the value of a date field on the clock of a zone. */
function zonedValue(instant: string | null, zone: string): string {
  if (!instant) return ''
  const at = new Date(instant)
  return `${dayIn(zone, at)}T${clockIn(zone, at)}`
}

/** Shows which languages are published, asks when the issue ends, and publishes it. */
export function PublishDialog({ issue, draft, onClose, onRefused, onPublished, onPlanned }: PublishDialogProps) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [publish, { isLoading }] = usePublishNewsMutation()
  const [plan, { isLoading: isPlanning }] = usePlanNewsMutation()
  const timezone = useSession(({ auth }) => auth.organization?.timezone) ?? 'UTC'
  const [isLater, setLater] = useState(issue.plannedAt !== null)
  const [at, setAt] = useState(zonedValue(issue.plannedAt, timezone))
  const [atProblem, setAtProblem] = useState('')
  const willEnd = issue.expiresAt !== null && issue.status !== 'expired'
  const [hasEnd, setHasEnd] = useState(willEnd)
  const [ends, setEnds] = useState(zonedValue(willEnd ? issue.expiresAt : null, timezone))
  const [problem, setProblem] = useState('')
  const [endProblem, setEndProblem] = useState('')
  const { content } = draft
  const isLive = issue.status === 'published'
  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem('')
    if (hasEnd && Number.isNaN(Date.parse(ends))) {
      setEndProblem(t`Choose a day and a time.`)
      return
    }
    if (isLater && Number.isNaN(Date.parse(at))) {
      setAtProblem(t`Choose a day and a time.`)
      return
    }
    const version = await draft.flush()
    if (version === undefined) {
      setProblem(t`Couldn't save. Your changes are still here.`)
      return
    }
    const expiresAt = hasEnd ? instantOf(ends.slice(0, 16), timezone).toISOString() : null
    const { error } = isLater
      ? await plan({ id: issue.id, body: { version, at: at.slice(0, 16), expiresAt } })
      : await publish({ id: issue.id, body: { version, expiresAt } })
    if (!error) {
      if (isLater) onPlanned()
      else onPublished()
      return
    }
    const refusal = refusalOf<'planNewsIssue'>(error)
    if (refusal?.code === 'news_incomplete') onRefused(refusal.fieldErrors ?? {})
    else if (refusal?.fieldErrors?.['at']) setAtProblem(refusal.fieldErrors['at'])
    else if (refusal?.fieldErrors?.['expiresAt']) setEndProblem(refusal.fieldErrors['expiresAt'])
    else setProblem(describeError(error))
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isLive ? t`Publish changes` : t`Publish this issue`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form noValidate onSubmit={(event) => void confirm(event)}>
        <Stack gap="md">
          <ul className={classes.plain} aria-label={t`Languages`}>
            <li>
              <b translate="no">{AUTONYMS[content.language]}</b>: <Trans>will be published</Trans>
            </li>
            {content.languages.map((language) => {
              const open = openTranslations(content, language)
              return (
                <li key={language}>
                  <b translate="no">{AUTONYMS[language]}</b>:{' '}
                  {open === 0 ? (
                    <Trans>will be published</Trans>
                  ) : (
                    <Plural
                      value={open}
                      one="will be left out, because # text needs translation"
                      other="will be left out, because # texts need translation"
                    />
                  )}
                </li>
              )
            })}
          </ul>
          <Radio.Group
            label={t`When is it published?`}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => setLater(value === 'later')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t`Now`} />
              <Radio value="later" label={t`At a day and time`} />
            </Stack>
          </Radio.Group>
          {isLater && (
            <TextInput
              type="datetime-local"
              label={t`Published`}
              description={t`On the clock of your organization (${timezone}). Changes until then are included.`}
              value={at}
              error={atProblem}
              onChange={(event) => {
                setAt(event.currentTarget.value)
                setAtProblem('')
              }}
            />
          )}
          <Radio.Group
            label={t`How long can people read it?`}
            value={hasEnd ? 'end' : 'open'}
            onChange={(value) => setHasEnd(value === 'end')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="open" label={t`Until you end it`} />
              <Radio value="end" label={t`Until a day and time`} />
            </Stack>
          </Radio.Group>
          {hasEnd && (
            <TextInput
              type="datetime-local"
              label={t`Ends`}
              description={t`On the clock of your organization (${timezone}).`}
              value={ends}
              error={endProblem}
              onChange={(event) => {
                setEnds(event.currentTarget.value)
                setEndProblem('')
              }}
            />
          )}
          <p className={classes.quiet}>
            <Trans>Anyone with the link can read it. Search engines are asked to leave it out.</Trans>
          </p>
          {problem && (
            <p role="alert" className={classes.bad}>
              {problem}
            </p>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isLoading || isPlanning}>
              {isLater ? <Trans>Schedule</Trans> : isLive ? <Trans>Publish changes</Trans> : <Trans>Publish</Trans>}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
