import { formatNumber } from '@crewline/contract/formats'
import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import type { TextCount } from '@crewline/contract/segments'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { useSession } from '../../../shared/lib/session/select.ts'
import classes from './Composer.module.css'

export interface TextCounterProps {
  count: TextCount
  draft: string
  /** Files are attached, so that it is sent as MMS. */
  hasMedia?: boolean
  /** Selects the character at an index of the draft. */
  onShow: (at: number) => void
}

const manySegments = 6

/**
 * Shows the length of a message, its number of segments and how many the plan has left, "142/160 · 1 segment · 8,712
 * left this month"; names the first character that makes segments shorter.
 */
export function TextCounter({ count, draft, hasMedia = false, onShow }: TextCounterProps) {
  const { i18n } = useLingui()
  const usage = useSession(({ message }) => message.messageUsage?.segments)
  // Without a plan nothing runs out.
  const included = usage?.included ?? undefined
  const { units, segments, perSegment, firstUnicodeAt } = count
  if (units === 0 && !hasMedia) return <span className={classes.counter} />
  if (units === 0) {
    return (
      <span className={classes.counter}>
        <output className={classes.numbers}>MMS</output>
      </span>
    )
  }
  const character = firstUnicodeAt < 0 ? '' : String.fromCodePoint(draft.codePointAt(firstUnicodeAt) ?? 32)
  const left =
    included === undefined || !usage ? undefined : formatNumber(Math.max(0, included - usage.used), i18n.locale)
  const tone = segments > manySegments ? 'many' : segments > 1 ? 'some' : undefined
  return (
    <span className={classes.counter}>
      <output className={classes.numbers} data-tone={tone}>
        {units}/{perSegment * segments} ·{' '}
        {hasMedia ? 'MMS' : <Plural value={segments} one="# segment" other="# segments" />}
      </output>
      {left !== undefined && (
        <span className={classes.left}>
          <Trans>{left} left this month</Trans>
        </span>
      )}
      {segments > MESSAGE_MAX_TEXTS && (
        <span className={classes.tooLong} role="alert">
          <Trans>This is over the limit of {MESSAGE_MAX_TEXTS} segments. Shorten it.</Trans>
        </span>
      )}
      {character && (
        <UnstyledButton className={classes.culprit} onClick={() => onShow(firstUnicodeAt)}>
          <Trans>
            <bdi className={classes.character}>{character}</bdi> limits each segment to 70 characters. Show it
          </Trans>
        </UnstyledButton>
      )}
    </span>
  )
}
