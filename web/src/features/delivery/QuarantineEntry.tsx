import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSession } from '../../shared/lib/session/select.ts'
import { PhoneNumber } from '../../shared/ui/text/PhoneNumber.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import type { Line } from '../lines/index.ts'
import { useNumberText } from '../lines/index.ts'
import type { QuarantineList } from './api.ts'
import classes from './Quarantine.module.css'

/** A quarantined event of a carrier. */
export type QuarantinedEvent = QuarantineList['data'][number]

export interface QuarantineEntryProps {
  event: QuarantinedEvent
  /** The number it arrived at; absent when that number was released. */
  line: Line | undefined
  isTrying: boolean
  isBusy: boolean
  onTry: () => void
  onDiscard: () => void
}

/** Shows a quarantined event: sender, content, number, time and reason. */
export function QuarantineEntry({ event, line, isTrying, isBusy, onTry, onDiscard }: QuarantineEntryProps) {
  const { t } = useLingui()
  const { carriers } = useNumberText()
  const home = useSession(({ auth }) => auth.organization?.country)
  const { kind, from, words, files, reason, isReadable, tries, cameAt } = event
  const reasons: Record<QuarantinedEvent['reason'], string> = {
    refused: t`Its content couldn't be saved.`,
    trouble: t`Something went wrong on our end.`,
    unknown: t`Unknown reason.`,
  }
  return (
    <li className={classes.entry}>
      <div className={classes.about}>
        <p className={classes.who}>
          {from ? (
            <Trans>
              Text from <PhoneNumber phone={from} {...(home ? { home } : {})} />
            </Trans>
          ) : kind === 'text' ? (
            <Trans>A text message</Trans>
          ) : (
            <Trans>Delivery update for a text you sent</Trans>
          )}
        </p>
        {words && (
          <p className={classes.words} dir="auto">
            {words}
          </p>
        )}
        {files > 0 && (
          <p className={classes.quiet}>
            <Plural value={files} one="With # file" other="With # files" />
          </p>
        )}
        <p className={classes.quiet}>
          {line ? (
            <>
              <bdi>{line.label}</bdi> · {carriers[line.carrier]}
            </>
          ) : (
            <Trans>A released number</Trans>
          )}{' '}
          · <RelativeTime at={cameAt} />
        </p>
        <p className={classes.quiet}>
          {isReadable ? reasons[reason] : t`It was encrypted with a different key and can't be read.`}{' '}
          {tries > 0 && <Plural value={tries} one="Retried # time." other="Retried # times." />}
        </p>
      </div>
      <div className={classes.acts}>
        {isReadable && (
          <Button size="compact-sm" variant="default" loading={isTrying} disabled={isBusy && !isTrying} onClick={onTry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {(!isReadable || tries > 0) && (
          <Button size="compact-sm" variant="subtle" color="red" disabled={isBusy} onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}
