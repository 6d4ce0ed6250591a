import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSession } from '../../../shared/lib/session/select.ts'
import { PhoneNumber } from '../../../shared/ui/PhoneNumber.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import type { Line } from '../lines/api.ts'
import { useNumberWords } from '../lines/useNumberWords.ts'
import type { SetAsideList } from './api.ts'
import classes from './SetAside.module.css'

/** One thing a carrier told that could not be stored. */
export type Kept = SetAsideList['data'][number]

export interface SetAsideEntryProps {
  kept: Kept
  /** Where it came in; absent where that number is released. */
  line: Line | undefined
  isTrying: boolean
  isBusy: boolean
  onTry: () => void
  onDiscard: () => void
}

/** One thing that could not be stored: who, what, where and when it came in, and why. */
export function SetAsideEntry({ kept, line, isTrying, isBusy, onTry, onDiscard }: SetAsideEntryProps) {
  const { t } = useLingui()
  const { carriers } = useNumberWords()
  const home = useSession(({ auth }) => auth.organization?.country)
  const { kind, from, words, files, reason, isReadable, tries, cameAt } = kept
  const reasons: Record<Kept['reason'], string> = {
    refused: t`What it says could not be written down.`,
    trouble: t`We failed at storing it.`,
    unknown: t`Nobody noted why.`,
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
            <Trans>A text</Trans>
          ) : (
            <Trans>News of a text you sent</Trans>
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
          {isReadable ? reasons[reason] : t`It was locked with another key and cannot be read.`}{' '}
          {tries > 0 && <Plural value={tries} one="Tried again # time." other="Tried again # times." />}
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
