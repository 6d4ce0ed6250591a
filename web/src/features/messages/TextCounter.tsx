import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import type { TextCount } from '@crewline/contract/segments'
import { Plural, Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import classes from './Composer.module.css'

export interface TextCounterProps {
  count: TextCount
  draft: string
  /** Files go along: it is an MMS then. */
  hasMedia?: boolean
  /** Selects the character at a place of the draft. */
  onShow: (at: number) => void
}

const manyTexts = 6

/** How much is written and how many texts it costs: "142/160 · 1 text"; names the first character that makes texts shorter. */
export function TextCounter({ count, draft, hasMedia = false, onShow }: TextCounterProps) {
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
  const tone = segments > manyTexts ? 'many' : segments > 1 ? 'some' : undefined
  return (
    <span className={classes.counter}>
      <output className={classes.numbers} data-tone={tone}>
        {units}/{perSegment * segments} · {hasMedia ? 'MMS' : <Plural value={segments} one="# text" other="# texts" />}
      </output>
      {segments > MESSAGE_MAX_TEXTS && (
        <span className={classes.tooLong} role="alert">
          <Trans>This is longer than {MESSAGE_MAX_TEXTS} texts. Shorten it.</Trans>
        </span>
      )}
      {character && (
        <UnstyledButton className={classes.culprit} onClick={() => onShow(firstUnicodeAt)}>
          <Trans>
            <bdi className={classes.character}>{character}</bdi> cuts a text to 70 characters. Show it
          </Trans>
        </UnstyledButton>
      )}
    </span>
  )
}
