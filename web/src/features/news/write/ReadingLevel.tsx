import { plainText, textsOf } from '@crewline/contract/block-rules'
import type { NewsContent } from '@crewline/contract/news'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import classes from '../News.module.css'
import { READING_LANGUAGES, readingOf } from './reading-rules.ts'

/** The level is worked out this long after the last change, in ms. */
const WAIT_MS = 600
/** Up to this level most people read with ease, and above the other with effort. */
const EASY_GRADE = 8
const HARD_GRADE = 11
/** Hard sentences that are listed. */
const SHOWN = 3

/** How hard an issue is to read, and which sentences make it so. In languages without a formula it shows nothing. */
export function ReadingLevel({ content, onOpen }: { content: NewsContent; onOpen: (blockId: string) => void }) {
  const { t } = useLingui()
  const [{ blocks, language }] = useDebouncedValue(content, WAIT_MS)
  const known = READING_LANGUAGES.find((tag) => tag === language)
  const reading = useMemo(
    () =>
      known &&
      readingOf(
        blocks
          .filter(({ type }) => type === 'paragraph' || type === 'list' || type === 'callout')
          .flatMap((block) => textsOf(block).map((spans) => ({ blockId: block.id, text: plainText(spans) }))),
        known,
      ),
    [blocks, known],
  )
  if (!reading) return null
  const { grade, hard } = reading
  return (
    <section className={classes.reading} aria-label={t`Reading level`}>
      <p className={classes.name}>
        <Trans>Reads like grade {grade}</Trans>
      </p>
      <p className={classes.quiet}>
        {grade <= EASY_GRADE ? (
          <Trans>Easy for most people.</Trans>
        ) : grade <= HARD_GRADE ? (
          <Trans>Some people will find this hard. Aim for grade 8 or lower.</Trans>
        ) : (
          <Trans>Many people will find this hard. Aim for grade 8 or lower.</Trans>
        )}
      </p>
      {hard.length > 0 && (
        <ul className={classes.plain} aria-label={t`Hard sentences`}>
          {hard.slice(0, SHOWN).map(({ blockId, text, words, longWords }, index) => (
            <li key={`${blockId} ${index}`}>
              <q lang={language} translate="no" dir="auto">
                {text}
              </q>{' '}
              <span className={classes.quiet}>
                {longWords.length > 0 ? (
                  <Trans>
                    Long words:{' '}
                    <bdi lang={language} translate="no">
                      {[...new Set(longWords)].slice(0, 4).join(', ')}
                    </bdi>
                    . Use shorter ones.
                  </Trans>
                ) : (
                  <Plural value={words} one="# word. Split it." other="# words. Split it in two." />
                )}
              </span>{' '}
              <Button variant="subtle" size="xs" onClick={() => onOpen(blockId)}>
                <Trans>Go to block</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
